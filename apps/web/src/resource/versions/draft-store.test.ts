import type { CreateAssistant } from "@callwright/contract";
import { expect, test } from "vitest";
import type { ServerDraft as DraftOf } from "./draft-machine.ts";
import { createDraftStore, type DraftWrite } from "./draft-store.ts";

type ServerDraft = DraftOf<CreateAssistant>;
type Save = DraftWrite & { succeed: (saved?: ServerDraft) => void; fail: (failure?: string) => void };

/** A draft whose clock and server move when the test says. */
function setUp() {
  const saves: Save[] = [];
  const reads: ((draft: ServerDraft) => void)[] = [];
  let due: (() => void) | undefined;
  const start = draftOf({ name: "start" }, 1);
  const store = createDraftStore({
    initial: start,
    isValid: (config) => config.name !== "",
    failureOf: (error) => (error instanceof Error && error.message === "moved" ? "moved" : "unanswered"),
    read: () => new Promise<ServerDraft>((resolve) => reads.push(resolve)),
    save: (write) =>
      new Promise((resolve, reject) => {
        const { config } = store.state();
        const succeed = (saved = draftOf(config, write.revision + 1)) => resolve(saved);
        saves.push({ ...write, succeed, fail: (failure = "down") => reject(new Error(failure)) });
      }),
    schedule: (callback) => {
      due = callback;
      return () => {
        if (due === callback) due = undefined;
      };
    },
  });
  return { store, saves, reads, name: (name: string) => store.edit((config) => ({ ...config, name })), pause: () => due?.() };
}

const draftOf = (config: ServerDraft["config"], revision: number, baseVersion = "v4"): ServerDraft => ({
  config,
  revision,
  baseVersion,
  isDirty: true,
});
const namesIn = (saves: readonly DraftWrite[]) => saves.map(({ changes }) => changes.map(({ to }) => to));

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
  expect(saves).toMatchObject([{ revision: 1, changes: [{ path: ["name"], from: "start", to: "ab" }] }]);
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
  expect(namesIn(saves)).toEqual([["a"], ["b"]]);
  expect(saves[1]).toMatchObject({ revision: 2, changes: [{ from: "a" }] });
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
  store.replace(draftOf({ name: "theirs" }, 5, "v5"));
  pause();
  expect(saves).toHaveLength(0);
  expect(store.state()).toMatchObject({ phase: "settled", config: { name: "theirs" }, seen: { baseVersion: "v5" } });
});

test("a save that another tab overtook reads the draft, and the choice is saved with its revision", async () => {
  const { store, saves, reads, name, pause } = setUp();
  name("a");
  pause();
  saves[0]?.fail("moved");
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.(draftOf({ name: "theirs" }, 2));
  await reaches(store, "clashed");
  expect(await store.flush()).toBe(false);
  const [path = []] = store.state().clashes;
  store.resolve(path, "yours");
  pause();
  expect(saves[1]).toMatchObject({ revision: 2, changes: [{ path: ["name"], from: "theirs", to: "a" }] });
});

test("a save without an answer is tried again", async () => {
  const { store, saves, name, pause } = setUp();
  name("a");
  pause();
  saves[0]?.fail();
  await reaches(store, "failed");
  const flushed = store.flush();
  await expect.poll(() => saves.length).toBe(2);
  saves[1]?.succeed();
  expect(await flushed).toBe(true);
});

test("a discarded draft comes back with the version it was made from, and keeps what was edited meanwhile", () => {
  const { store, saves, name, pause } = setUp();
  name("mine");
  const discarded = store.state();
  const live = draftOf({ name: "theirs" }, 5, "v5");
  store.replace(live);
  store.receive(draftOf({ name: "theirs", firstMessage: "New" }, 6, "v5"));
  store.restore(discarded, live);
  pause();
  expect(store.state().config).toEqual({ name: "mine", firstMessage: "New" });
  expect(saves).toMatchObject([{ revision: 6, baseVersion: "v4", changes: [{ from: "theirs", to: "mine" }] }]);
});
