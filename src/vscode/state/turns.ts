/**
 * Runs acts one after another: a read that began before a write can’t return outdated content after it. A failed act fails for its caller
 * only.
 */
export function takeTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
