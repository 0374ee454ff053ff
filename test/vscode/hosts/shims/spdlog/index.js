// Stands in for the native logger of VS Code's server: the same calls, appended to the log file in plain JavaScript.
const fs = require('fs');
const path = require('path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  constructor(_name, file) {
    this.file = file;
    this.level = 2;
    this.raw = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
  }
  write(level, message) {
    if (level < this.level) return;
    const line = this.raw ? message : `${new Date().toISOString()} [${LEVELS[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.file, line);
    } catch {
      // The log folder goes away before the last line when a test run ends.
    }
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  clearFormatters() {
    this.raw = true;
  }
  setPattern() {
    this.raw = false;
  }
  flush() {}
  drop() {}
}
for (const [level, name] of ['trace', 'debug', 'info', 'warn', 'error', 'critical'].entries())
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = async (name, file) => new Logger(name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(name, file);
