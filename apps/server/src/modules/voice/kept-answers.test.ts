import { expect, test } from "vitest";
import { KeptAnswers } from "./kept-answers.ts";

const never = new AbortController().signal;

function setUp(keptMs: (answer: string) => number = () => 1_000) {
  let nowMs = 0;
  const asked: { resolve: (answer: string) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  const kept = new KeptAnswers<string>({ now: () => new Date(nowMs), keptMs, max: 2 });
  const ask = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      asked.push({ resolve, reject, signal });
    });
  return {
    asked,
    pass: (ms: number) => {
      nowMs += ms;
    },
    get: (owner: string, signal = never, fresh = false) => kept.get(owner, ask, signal, fresh),
  };
}

test("all who ask at the same time share one request, and its answer is kept for its time", async () => {
  const { asked, get, pass } = setUp();
  const both = Promise.all([get("a"), get("a", never, true)]);
  asked[0]?.resolve("one");
  expect(await both).toEqual([
    { answer: "one", at: new Date(0) },
    { answer: "one", at: new Date(0) },
  ]);
  pass(999);
  expect((await get("a")).answer).toBe("one");
  expect(asked).toHaveLength(1);
  const fresh = get("a", never, true);
  asked[1]?.resolve("two");
  expect(await fresh).toEqual({ answer: "two", at: new Date(999) });
  pass(1_000);
  void get("a");
  expect(asked).toHaveLength(3);
});

test("who stops waiting does not end the request of the others", async () => {
  const { asked, get } = setUp();
  const gone = new AbortController();
  const first = get("a", gone.signal);
  const second = get("a");
  gone.abort(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  expect(asked[0]?.signal.aborted).toBe(false);
  asked[0]?.resolve("one");
  expect((await second).answer).toBe("one");
});

test("a failure is not kept, nor an answer without a time, nor more than the maximum", async () => {
  const { asked, get } = setUp((answer) => (answer === "none" ? 0 : 1_000));
  const failed = get("a");
  asked[0]?.reject(new Error("down"));
  await expect(failed).rejects.toThrow("down");
  const none = get("a");
  asked[1]?.resolve("none");
  await none;
  for (const owner of ["a", "b", "c"]) {
    const got = get(owner);
    asked.at(-1)?.resolve(owner);
    await got;
  }
  expect(asked).toHaveLength(5);
  expect((await get("c")).answer).toBe("c");
  void get("a");
  expect(asked).toHaveLength(6);
});
