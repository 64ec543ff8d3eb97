import { describe, expect, it } from "vitest";
import { FairSemaphore, SemaphoreFull } from "./fair-semaphore.ts";

/** Adds tasks that note their start and end when `finish` is called. */
function watched(semaphore: FairSemaphore) {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const add = (name: string, signal?: AbortSignal) =>
    semaphore.run(
      name.slice(0, 1),
      () =>
        new Promise<void>((resolve) => {
          started.push(name);
          finish.set(name, resolve);
        }),
      signal,
    );
  const end = async (name: string) => {
    finish.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, add, end };
}

describe("FairSemaphore", () => {
  it("serves a group that comes late before the second task of a group with many", async () => {
    const { started, add, end } = watched(new FairSemaphore({ slots: 1, waitingPerGroup: 10 }));
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void add(name);
    await Promise.resolve();
    for (const name of ["a1", "b1", "c1", "a2", "b2"]) await end(name);
    expect(started).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("leaves slots that a group may not fill to other groups", async () => {
    const semaphore = new FairSemaphore({ slots: 3, slotsPerGroup: 2, waitingPerGroup: 10 });
    const { started, add } = watched(semaphore);
    for (const name of ["a1", "a2", "a3", "b1"]) void add(name);
    await Promise.resolve();
    expect(started).toEqual(["a1", "a2", "b1"]);
    expect([semaphore.running, semaphore.waiting(), semaphore.waiting("a")]).toEqual([3, 1, 1]);
  });

  it("keeps reserved slots for groups that run nothing", async () => {
    const { started, add, end } = watched(new FairSemaphore({ slots: 3, reservedSlots: 1, waitingPerGroup: 10 }));
    for (const name of ["a1", "a2", "a3", "b1", "b2"]) void add(name);
    await Promise.resolve();
    expect(started).toEqual(["a1", "a2", "b1"]);
    await end("a1");
    expect(started).toEqual(["a1", "a2", "b1"]);
    await end("a2");
    expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("refuses a group that already has its waiting tasks, and no other group", async () => {
    const { started, add, end } = watched(new FairSemaphore({ slots: 1, waitingPerGroup: 1 }));
    void add("a1");
    void add("a2");
    await expect(add("a3")).rejects.toBeInstanceOf(SemaphoreFull);
    void add("b1");
    await end("a1");
    await end("b1");
    expect(started).toEqual(["a1", "b1", "a2"]);
  });

  it("drops a waiting task whose signal aborts, and frees its place", async () => {
    const semaphore = new FairSemaphore({ slots: 1, waitingPerGroup: 1 });
    const { started, add, end } = watched(semaphore);
    const abort = new AbortController();
    void add("a1");
    const dropped = add("a2", abort.signal);
    abort.abort(new Error("nobody waits"));
    await expect(dropped).rejects.toThrow("nobody waits");
    void add("a3");
    await end("a1");
    expect(started).toEqual(["a1", "a3"]);
  });

  it("takes slots away and gives them back: `wake` starts what waits", async () => {
    let slots = 1;
    const semaphore = new FairSemaphore({ slots: () => slots, waitingPerGroup: 10 });
    const { started, add } = watched(semaphore);
    for (const name of ["a1", "a2", "a3"]) void add(name);
    const entered = semaphore.enter("b");
    slots = 3;
    semaphore.wake();
    const leave = await entered;
    expect(started).toEqual(["a1", "a2"]);
    leave();
    await Promise.resolve();
    expect([started, semaphore.running]).toEqual([["a1", "a2", "a3"], 3]);
  });

  it("frees the slot of a task that fails", async () => {
    const semaphore = new FairSemaphore({ slots: 1, waitingPerGroup: 1 });
    await expect(semaphore.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await semaphore.run("a", async () => "next")).toBe("next");
    expect([semaphore.running, semaphore.waiting()]).toEqual([0, 0]);
  });
});
