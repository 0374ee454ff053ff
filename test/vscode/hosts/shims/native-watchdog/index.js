// Stands in for the native module that ends the extension host when its parent is gone: looks every three seconds.
exports.start = (parent) => {
  setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(87);
    }
  }, 3000).unref();
};
exports.exit = (code) => process.exit(code);
