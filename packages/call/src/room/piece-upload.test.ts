import { expect, test } from "vitest";
import { FakeTime } from "../testing/fake-time.ts";
import { type PieceOutcome, PieceUpload } from "./piece-upload.ts";

interface Sent {
  index: number;
  text: string;
  isLast: boolean;
}

/** An upload to a server with the test's answers; by default it accepts everything. */
function setUp(answers: (PieceOutcome | "unreachable")[] = []) {
  const time = new FakeTime();
  const sent: Sent[] = [];
  const failures: string[] = [];
  const upload = new PieceUpload({
    schedule: time.schedule,
    onFailed: (reason) => failures.push(reason),
    send: async (index, piece, isLast) => {
      sent.push({ index, text: await piece.text(), isLast });
      const answer = answers.shift() ?? "taken";
      if (answer === "unreachable") throw new TypeError("Failed to fetch");
      return answer;
    },
  });
  const add = (text: string) => upload.add(new Blob([text]));
  const sentTexts = () => sent.map(({ text }) => text);
  return { time, sent, sentTexts, failures, upload, add };
}

test("pieces go out in order, one at a time, and the last one says so", async () => {
  const { upload, add, sent } = setUp();
  add("one");
  add("two");
  expect(await upload.finish(new Blob(["three"]))).toBe(true);
  expect(sent).toEqual([
    { index: 0, text: "one", isLast: false },
    { index: 1, text: "two", isLast: false },
    { index: 2, text: "three", isLast: true },
  ]);
  expect(upload.progress).toEqual({ pieces: 3, takenBytes: 11, waitingBytes: 0 });
});

test("an interruption makes pieces wait, and loses none", async () => {
  const { time, upload, add, sentTexts } = setUp(["taken", "unreachable", "unreachable", "again"]);
  add("one");
  add("two");
  add("three");
  await expect.poll(sentTexts).toEqual(["one", "two"]);
  expect(upload.progress).toMatchObject({ pieces: 1, waitingBytes: 8 });
  for (const [tries, waitMs] of [
    [3, 250],
    [4, 500],
    [5, 1000],
  ] as const) {
    await expect.poll(() => time.pending).toBe(1);
    time.advance(waitMs - 1);
    expect(sentTexts()).toHaveLength(tries - 1);
    time.advance(1);
    await expect.poll(() => sentTexts().length).toBeGreaterThanOrEqual(tries);
  }
  await expect.poll(() => upload.progress).toEqual({ pieces: 3, takenBytes: 11, waitingBytes: 0 });
  expect(sentTexts()).toEqual(["one", "two", "two", "two", "two", "three"]);
});

test("a server that refuses ends the upload, which is reported once", async () => {
  const { upload, add, sentTexts, failures } = setUp(["refused"]);
  add("one");
  add("two");
  await expect.poll(() => failures).toEqual(["refused"]);
  add("three");
  expect(await upload.finish(new Blob(["four"]))).toBe(false);
  expect(sentTexts()).toEqual(["one"]);
  expect(failures).toEqual(["refused"]);
});

test("a recording that cannot be sent does not fill the memory", async () => {
  const { upload, failures } = setUp(["unreachable"]);
  const mebibyte = new Blob([new Uint8Array(1024 * 1024)]);
  for (let count = 0; count < 64; count += 1) upload.add(mebibyte);
  expect(failures).toEqual([]);
  upload.add(mebibyte);
  expect(failures).toEqual(["behind"]);
  expect(upload.progress.waitingBytes).toBe(0);
});

test("an abandoned upload waits for nothing", async () => {
  const { time, upload, add } = setUp(["unreachable"]);
  add("one");
  await expect.poll(() => time.pending).toBe(1);
  const finished = upload.finish(new Blob(["two"]));
  upload.abandon();
  expect(await finished).toBe(false);
  expect(time.pending).toBe(0);
});
