/** Requests at a time. */
const PARALLEL = 4;

/** Does something to each, a few at a time. One that fails stops nothing. */
export async function forEachId<Thing extends { id: string }>(things: readonly Thing[], act: (id: string) => Promise<unknown>) {
  const done: Thing[] = [];
  const failures: Error[] = [];
  const waiting = [...things];
  const work = async () => {
    for (let thing = waiting.shift(); thing; thing = waiting.shift()) {
      try {
        await act(thing.id);
        done.push(thing);
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { done, failures };
}
