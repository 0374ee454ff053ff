/** The folders whose files and commits a command may read. */
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInside } from '../node/files/folders';
import { words, type Values } from './args';
import type { Terminal } from './terminal';
import { attempt } from '../core/attempt';

export type Place = Pick<Terminal, 'cwd' | 'env'>;

export const absolute = (given: string | undefined, { cwd }: Place) =>
  given === undefined ? undefined : path.resolve(cwd, given);

/** The workspace folders: those named, else the current one; empty for `none`. */
export function rootsOf(values: Values, { cwd }: Place): readonly string[] {
  const named = words(values, 'workspace');
  if (named.length === 0) return [cwd];
  return named.flatMap((one) => (one === 'none' ? [] : path.resolve(cwd, one)));
}

/** Folders of POSIX systems that contain no projects, and home folders. */
const SYSTEM =
  /^\/(?:(?:etc|usr(?!\/(?:local|src)\b)|bin|sbin|lib\d{0,3}|boot|dev|proc|sys|System|Library|Applications|private\/etc)(?:\/|$)|(?:home|Users)(?:\/[^/]*)?$|(?:root|tmp|var)$)/;

const real = (folder: string): string => attempt(() => realpathSync(folder)) ?? folder;

/** Whether this is a system folder or contains the user's home. Desktop programs start servers there; the user didn't choose it. */
function isSystemOrHome(folder: string, { env }: Place): boolean {
  const own = real(folder);
  const homes = [env['HOME'] ?? '', os.homedir()].filter((home) => home !== '');
  const system = env['SystemRoot'];
  return (
    homes.some((home) => isInside(own, real(home))) ||
    SYSTEM.test(own) ||
    (system !== undefined && isInside(system, own))
  );
}

/** As `rootsOf`, for a server that another program may have started: only a named folder, or a project folder. */
export const serverRoots = (values: Values, place: Place): readonly string[] =>
  words(values, 'workspace').length === 0 && isSystemOrHome(place.cwd, place) ? [] : rootsOf(values, place);
