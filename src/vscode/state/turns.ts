/**
 * Runs acts one after the other: a read that began before a write can’t end after it with what was there before. An act that fails fails
 * for its caller only.
 */
export function takeTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
