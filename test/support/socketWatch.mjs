// Loaded before every process of a test run (NODE_OPTIONS): writes down each TCP connection asked of the kernel and each port
// that is listened on, so that the end of the run can tell whether anything reached for a place that no test had opened.
import { appendFileSync } from 'node:fs';

const file = process.env.CITEWRIGHT_SOCKET_LOG;
if (file) watch(process.binding('tcp_wrap').TCP.prototype);

function watch(prototype) {
  const { connect, connect6, listen } = prototype;
  const note = (...words) => appendFileSync(file, `${words.join(' ')}\n`);
  prototype.connect = function (request, address, port) {
    note('asked', address, port);
    return connect.apply(this, arguments);
  };
  prototype.connect6 = function (request, address, port) {
    note('asked', address, port);
    return connect6.apply(this, arguments);
  };
  prototype.listen = function () {
    const error = listen.apply(this, arguments);
    const name = {};
    if (error === 0 && this.getsockname(name) === 0) note('listens', name.address, name.port);
    return error;
  };
}
