import type { CreateAssistant } from "@callwright/contract";
import { expect, test } from "vitest";
import { createDraftStore } from "./draft-store.ts";

/** A draft whose clock and server move when the test says. */
function setUp() {
  const saves: Array<{ config: CreateAssistant; succeed: () => void; fail: () => void }> = [];
  let due: (() => void) | undefined;
  const store = createDraftStore({
    config: { name: "start" },
    isValid: (config) => config.name !== "",
    save: (config) =>
      new Promise((resolve, reject) => saves.push({ config, succeed: () => resolve(), fail: () => reject(new Error("down")) })),
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
  store.replace({ name: "published" });
  pause();
  expect(saves).toHaveLength(0);
  expect(store.state()).toEqual({ phase: "settled", config: { name: "published" } });
});
