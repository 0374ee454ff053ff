/** Gathers calls: `act` runs once, `ms` after the first of them. Counting from the last might wait forever in a burst. */
export function throttled(ms: number, act: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const call = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, ms);
  };
  return Object.assign(call, { dispose: () => clearTimeout(timer) });
}
