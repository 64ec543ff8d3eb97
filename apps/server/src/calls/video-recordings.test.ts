import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { VIDEO_RECORDING_GRACE_MS } from "@callwright/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createVideoRecordings, type VideoRecordings } from "./video-recordings.ts";

const CALL = { callId: "call-1", orgId: "org-1" };

let folder: string;
let file: string;
let nowMs: number;
let closed: string[];
let videos: VideoRecordings;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-video-"));
  file = path.join(folder, "call-1.webm");
  nowMs = 0;
  closed = [];
  videos = createVideoRecordings({
    now: () => new Date(nowMs),
    onClosed: async (orgId, callId) => void closed.push(`${orgId}/${callId}`),
  });
  videos.expect(CALL, file);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const piece = (text: string) => new TextEncoder().encode(text);
const send = (index: number, text: string, isLast = false) => videos.append(CALL.callId, index, piece(text), isLast);
const stored = () => readFile(file, "utf8");

test("pieces are put together in order, however often they come", async () => {
  await send(0, "one ");
  await send(0, "ONE ");
  await send(1, "two ");
  await send(0, "one ");
  await send(2, "three", true);
  expect(await stored()).toBe("one two three");
  expect(closed).toEqual(["org-1/call-1"]);
  await expect(send(3, "four")).rejects.toMatchObject({ code: "recording-closed" });
});

test("a gap is refused with the piece that is missing, and mended by it", async () => {
  await send(0, "one ");
  await expect(send(2, "three")).rejects.toThrow("Part 1 of the recording is missing.");
  await send(1, "two ");
  await send(2, "three");
  expect(await stored()).toBe("one two three");
});

test("pieces that come at once are written one after the other", async () => {
  await Promise.all([send(0, "one "), send(1, "two "), send(2, "three")]);
  expect(await stored()).toBe("one two three");
});

test("a piece that could not be written may come again", async () => {
  await send(0, "one ");
  await rm(file);
  await expect(send(1, "two ")).rejects.toThrow("ENOENT");
  expect(closed).toEqual([]);
  videos.expect(CALL, file);
  await send(0, "one ");
  await send(1, "two ");
  expect(await stored()).toBe("one two ");
});

test("a recording whose page fell silent is closed some time after the call, and not before", async () => {
  await send(0, "one ");
  nowMs += 10 * VIDEO_RECORDING_GRACE_MS;
  videos.tick();
  expect(closed).toEqual([]);
  videos.callEnded(CALL.callId);
  nowMs += VIDEO_RECORDING_GRACE_MS / 2;
  await send(1, "two");
  nowMs += VIDEO_RECORDING_GRACE_MS / 2;
  videos.tick();
  expect(closed).toEqual([]);
  nowMs += VIDEO_RECORDING_GRACE_MS / 2;
  videos.tick();
  await expect.poll(() => closed).toEqual(["org-1/call-1"]);
});

test("what is refused keeps no recording open", async () => {
  await send(0, "one ");
  videos.callEnded(CALL.callId);
  nowMs += VIDEO_RECORDING_GRACE_MS / 2;
  await send(0, "one ");
  await expect(send(2, "three")).rejects.toMatchObject({ code: "recording-chunk-missing" });
  nowMs += VIDEO_RECORDING_GRACE_MS / 2;
  videos.tick();
  await expect.poll(() => closed).toEqual(["org-1/call-1"]);
});

test("a page that never stops sending is not waited for", async () => {
  videos.callEnded(CALL.callId);
  for (let index = 0; index < 6; index += 1) {
    await send(index, "more ");
    videos.tick();
    nowMs += 20_000;
  }
  expect(closed).toEqual([]);
  videos.tick();
  await expect.poll(() => closed).toEqual(["org-1/call-1"]);
});

test("a last piece whose answer was lost is taken again, for a while", async () => {
  await send(0, "one ");
  await send(1, "two", true);
  await send(1, "two", true);
  nowMs += VIDEO_RECORDING_GRACE_MS - 1;
  videos.tick();
  await send(1, "two", true);
  await expect(send(2, "three", true)).rejects.toMatchObject({ code: "recording-closed" });
  nowMs += 1;
  videos.tick();
  await expect(send(1, "two", true)).rejects.toMatchObject({ code: "recording-closed" });
  expect([await stored(), closed]).toEqual(["one two", ["org-1/call-1"]]);
});

test("the page has its answer before the file is stored, and closing waits for that", async () => {
  let store = () => {};
  const isStored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const order: string[] = [];
  videos = createVideoRecordings({ now: () => new Date(nowMs), onClosed: () => isStored.then(() => void order.push("stored")) });
  videos.expect(CALL, file);
  await send(0, "one", true);
  order.push("answered");
  const closing = videos.close().then(() => order.push("closed"));
  store();
  await closing;
  expect(order).toEqual(["answered", "stored", "closed"]);
});

test("a page that sent nothing leaves nothing", async () => {
  videos.callEnded(CALL.callId);
  nowMs += VIDEO_RECORDING_GRACE_MS;
  videos.tick();
  await videos.close();
  expect(closed).toEqual([]);
  await expect(send(0, "one")).rejects.toMatchObject({ code: "recording-closed" });
});

test("a recorder that never ran leaves nothing, however it ends", async () => {
  await send(0, "", true);
  expect(closed).toEqual([]);
  await expect(stored()).rejects.toThrow("ENOENT");
});

test("a page cannot fill the disk", async () => {
  const much = new Uint8Array(8 * 1024 * 1024);
  for (let index = 0; index < 4; index += 1) await videos.append(CALL.callId, index, much, false);
  const refused = videos.append(CALL.callId, 4, much, false);
  await expect(refused).rejects.toMatchObject({ code: "rate-limited", retryAfterSeconds: 10 });
  nowMs += 10_000;
  await videos.append(CALL.callId, 4, much, false);
});

test("what a recording may hold no longer grows when its call is over", async () => {
  const much = new Uint8Array(8 * 1024 * 1024);
  nowMs += 10_000;
  videos.callEnded(CALL.callId);
  nowMs += 20_000;
  for (let index = 0; index < 5; index += 1) await videos.append(CALL.callId, index, much, false);
  await expect(videos.append(CALL.callId, 5, much, false)).rejects.toMatchObject({ code: "recording-full" });
});

test("a call without a video recording takes none", async () => {
  await expect(videos.append("call-2", 0, piece("x"), false)).rejects.toMatchObject({ code: "recording-closed" });
});
