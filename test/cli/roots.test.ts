/** Which folder a server reads that another program started: no system folder, and none that contains a whole home. */
import { mkdirSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readArgs } from '../../src/cli/args';
import { rootsOf, serverRoots } from '../../src/cli/roots';
import { newFolder } from '../support/newFolder';

type Env = Readonly<Record<string, string>>;
const valuesOf = (args: readonly string[]) => readArgs(['mcp', ...args]).values;
const served = (cwd: string, env: Env = {}, ...args: readonly string[]) =>
  serverRoots(valuesOf(args), { cwd, env });

const REFUSED =
  '/ /etc /etc/lamps /usr /usr/lib/lamps /bin /sbin/x /lib /lib64/x /boot /dev/shm /proc/1 /sys /System/x /Library/Lamps /Applications ' +
  '/private/etc/x /home /home/ann /Users /Users/ann /root /tmp /var';
const SERVED =
  '/usr/local/lamps /usr/src/lamps /etcetera /library /srv/lamps /srv /app /home/ann/lamps /Users/ann/lamps /root/lamps /tmp/lamps ' +
  '/var/lamps /data/home/ann /libs /library/etc';

describe('a server of a program that names no folder', () => {
  test.each(REFUSED.split(' '))('reads nothing of %s', (cwd) => expect(served(cwd)).toEqual([]));
  test.each(SERVED.split(' '))('reads %s', (cwd) => expect(served(cwd)).toEqual([cwd]));
  it('reads nothing of a home folder, what contains it, or a link to it', () => {
    const folder = newFolder();
    const home = path.join(folder, 'ann');
    const link = path.join(newFolder(), 'link');
    mkdirSync(path.join(home, 'lamps'), { recursive: true });
    symlinkSync(home, link);
    for (const cwd of [home, folder, link]) expect(served(cwd, { HOME: home })).toEqual([]);
    expect(served(home, { HOME: link })).toEqual([]);
    expect(served(path.join(home, 'lamps'), { HOME: home })).toEqual([path.join(home, 'lamps')]);
    expect(served(os.homedir())).toEqual([]);
    for (const env of [{}, { HOME: '' }]) expect(served(process.cwd(), env)).toEqual([process.cwd()]);
  });
  it('reads nothing of the folder of Windows', () => {
    const folder = newFolder();
    expect(served(folder, { SystemRoot: folder })).toEqual([]);
    expect(served(path.join(folder, 'gone'), { SystemRoot: folder })).toEqual([]);
    expect(served(folder, { SystemRoot: path.join(folder, 'x') })).toEqual([folder]);
  });
  it('reads what is named, relative to where it was started', () => {
    expect(served('/srv', {}, '--workspace', '/etc')).toEqual([path.resolve('/etc')]);
    const two = ['--workspace', 'x', '--workspace', '/srv'];
    expect(served('/etc', {}, ...two)).toEqual([path.resolve('/etc/x'), path.resolve('/srv')]);
    expect(served('/srv', {}, '--workspace', 'none')).toEqual([]);
  });
});

test('a command reads the folder in which it is run, unless another or none is named', () => {
  const roots = (...args: readonly string[]) => rootsOf(valuesOf(args), { cwd: '/', env: {} });
  const none = roots('--workspace', 'none');
  expect([roots(), roots('--workspace', 'a'), none]).toEqual([['/'], [path.resolve('/a')], []]);
});
