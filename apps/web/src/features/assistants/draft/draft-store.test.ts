import { expect, test } from "vitest";
import type { DraftContent } from "./draft-machine.ts";
import { createDraftStore } from "./draft-store.ts";

/** A draft whose clock and server move when the test says. */
function setUp() {
  const saves: Array<DraftContent & { succeed: () => void; fail: () => void }> = [];
  let due: (() => void) | undefined;
  const store = createDraftStore({
    initial: { config: { name: "start" }, baseVersion: "v4" },
    isValid: (config) => config.name !== "",
    save: (draft) =>
      new Promise((resolve, reject) => saves.push({ ...draft, succeed: () => resolve(), fail: () => reject(new Error("down")) })),
    schedule: (callback) => {
      due = callback;
      return () => {
        if (due === callback) due = undefined;
      };
    },
  });
  return { store, saves, name: (name: string) => store.edit((config) => ({ ...config, name })), pause: () => due?.() };
}

/** Resolves once the store is in one of the phases. */
function reaches(store: ReturnType<typeof createDraftStore>, phase: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (store.state().phase !== phase) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(check);
    check();
  });
}

test("only the last of a run of edits is sent, after a pause", async () => {
  const { store, saves, name, pause } = setUp();
  name("a");
  name("ab");
  expect(saves).toHaveLength(0);
  pause();
  expect(saves.map(({ config }) => config)).toEqual([{ name: "ab" }]);
  saves[0]?.succeed();
  await reaches(store, "settled");
});

test("one save at a time; what was typed meanwhile is sent next", async () => {
  const { store, saves, name, pause } = setUp();
  name("a");
  pause();
  name("b");
  pause();
  expect(saves).toHaveLength(1);
  saves[0]?.succeed();
  await reaches(store, "edited");
  pause();
  expect(saves.map(({ config }) => config.name)).toEqual(["a", "b"]);
});

test("flush waits for a running save and sends the rest", async () => {
  const { store, saves, name, pause } = setUp();
  name("a");
  pause();
  name("b");
  const flushed = store.flush();
  saves[0]?.succeed();
  await reaches(store, "saving");
  await expect.poll(() => saves.length).toBe(2);
  saves[1]?.succeed();
  expect(await flushed).toBe(true);
});

test("flush says when something stays unsaved", async () => {
  const { store, saves, name } = setUp();
  expect(await store.flush()).toBe(true);
  name("");
  expect(await store.flush()).toBe(false);
  expect(saves).toHaveLength(0);
  name("a");
  const flushed = store.flush();
  await expect.poll(() => saves.length).toBe(1);
  saves[0]?.fail();
  expect(await flushed).toBe(false);
  expect(store.state()).toMatchObject({ phase: "failed", config: { name: "a" } });
});

test("a replaced draft is not saved again", () => {
  const { store, saves, name, pause } = setUp();
  name("a");
  store.replace({ config: { name: "theirs" }, baseVersion: "v5" });
  pause();
  expect(saves).toHaveLength(0);
  expect(store.state()).toEqual({ phase: "settled", config: { name: "theirs" }, baseVersion: "v5" });
});

test("every save, the second try as well, says which version the draft was made from", async () => {
  const { store, saves, name, pause } = setUp();
  name("a");
  pause();
  saves[0]?.fail();
  await reaches(store, "failed");
  const flushed = store.flush();
  await expect.poll(() => saves.length).toBe(2);
  saves[1]?.succeed();
  await flushed;
  store.replace({ config: { name: "theirs" }, baseVersion: "v5" });
  name("b");
  pause();
  expect(saves.map(({ baseVersion }) => baseVersion)).toEqual(["v4", "v4", "v5"]);
});

test("what is typed after publishing is based on the version that was published", () => {
  const { store, saves, name, pause } = setUp();
  store.published("v5");
  expect(store.state().phase).toBe("settled");
  name("a");
  pause();
  expect(saves).toMatchObject([{ config: { name: "a" }, baseVersion: "v5" }]);
});

test("a discarded draft comes back with the version it was made from, not the one that is live", () => {
  const { store, saves, name, pause } = setUp();
  name("mine");
  const discarded = store.state();
  store.replace({ config: { name: "theirs" }, baseVersion: "v5" });
  store.restore(discarded);
  pause();
  expect(saves).toMatchObject([{ config: { name: "mine" }, baseVersion: "v4" }]);
});
