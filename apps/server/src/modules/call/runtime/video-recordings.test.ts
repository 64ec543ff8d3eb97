import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { VIDEO_RECORDING_GRACE_MS } from "@callwright/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import { firstWebmPiece, WEBM_START_BYTES } from "./testing/webm-piece.ts";
import { createVideoRecordings, type VideoRecordings } from "./video-recordings.ts";

const CALL = { callId: "call-1", orgId: "org-1" };

let folder: string;
let file: string;
let nowMs: number;
let closed: string[];
let videos: VideoRecordings;
let storedBytes: number;

const ORG_MAX_BYTES = 100 * 1024 * 1024;
const quota = { orgMaxBytes: ORG_MAX_BYTES, storedBytes: async () => storedBytes };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-video-"));
  file = path.join(folder, "call-1.webm");
  nowMs = 0;
  closed = [];
  storedBytes = 0;
  videos = createVideoRecordings({
    now: () => new Date(nowMs),
    onClosed: async (orgId, callId) => void closed.push(`${orgId}/${callId}`),
    ...quota,
  });
  videos.expect(CALL, file);
  videos.joined(CALL.callId);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const piece = (text: string) => new TextEncoder().encode(text);
const sendBytes = (index: number, bytes: Uint8Array, isLast = false) =>
  videos.append(CALL.callId, index, async () => bytes, isLast);
const textPiece = (index: number, text: string) => (index === 0 && text !== "" ? firstWebmPiece(text) : piece(text));
const send = (index: number, text: string, isLast = false) => sendBytes(index, textPiece(index, text), isLast);
const stored = async () => (await readFile(file)).subarray(WEBM_START_BYTES).toString();

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

const unread = () => Promise.reject(new Error("this piece was read"));

test("one piece at a time is read, and what nobody expects is not", async () => {
  let arrive = (_bytes: Uint8Array) => {};
  const arriving = new Promise<Uint8Array>((resolve) => {
    arrive = resolve;
  });
  const first = videos.append(CALL.callId, 0, () => arriving, false);
  await expect(videos.append(CALL.callId, 0, unread, false)).rejects.toMatchObject({ code: "recording-busy", status: 429 });
  await expect(videos.append(CALL.callId, 1, unread, false)).rejects.toMatchObject({ code: "recording-chunk-missing" });
  await expect(videos.append("call-2", 0, unread, false)).rejects.toMatchObject({ code: "recording-closed" });
  arrive(firstWebmPiece("one "));
  await first;
  await send(1, "two", true);
  await expect(videos.append(CALL.callId, 2, unread, false)).rejects.toMatchObject({ code: "recording-closed" });
  expect(await stored()).toBe("one two");
});

test("a piece that did not arrive may come again", async () => {
  await expect(videos.append(CALL.callId, 0, () => Promise.reject(new Error("cut off")), false)).rejects.toThrow("cut off");
  await send(0, "one");
  expect(await stored()).toBe("one");
});

test("a piece that could not be written may come again", async () => {
  await send(0, "one ");
  await rm(file);
  await expect(send(1, "two ")).rejects.toThrow("ENOENT");
  expect(closed).toEqual([]);
  videos.expect(CALL, file);
  videos.joined(CALL.callId);
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
  videos = createVideoRecordings({
    now: () => new Date(nowMs),
    onClosed: () => isStored.then(() => void order.push("stored")),
    ...quota,
  });
  videos.expect(CALL, file);
  videos.joined(CALL.callId);
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

const MUCH_BYTES = 8 * 1024 * 1024;
const much = (index: number) =>
  index === 0 ? firstWebmPiece("x".repeat(MUCH_BYTES - WEBM_START_BYTES)) : new Uint8Array(MUCH_BYTES);
const sendMuch = (index: number) => sendBytes(index, much(index));

test("a page cannot fill the disk", async () => {
  await sendMuch(0);
  await expect(sendMuch(1)).rejects.toMatchObject({ code: "rate-limited", retryAfterSeconds: 10 });
  nowMs += 10_000;
  await sendMuch(1);
});

test("what a recording may hold no longer grows when its call is over", async () => {
  nowMs += 10_000;
  videos.callEnded(CALL.callId);
  nowMs += 20_000;
  for (let index = 0; index < 2; index += 1) await sendMuch(index);
  await expect(sendMuch(2)).rejects.toMatchObject({ code: "recording-full" });
});

test("nothing is taken before somebody has joined, nor of a call that nobody joined", async () => {
  const queued = { callId: "call-2", orgId: "org-1" };
  const path = `${file}.queued`;
  videos.expect(queued, path);
  const early = () => videos.append(queued.callId, 0, unread, false);
  await expect(early()).rejects.toMatchObject({ code: "recording-early", retryAfterSeconds: 1 });
  videos.callEnded(queued.callId);
  await expect(early()).rejects.toMatchObject({ code: "recording-closed" });
  await videos.close();
  expect(closed).toEqual([]);
  await expect(readFile(path)).rejects.toThrow("ENOENT");
});

test.each([
  ["text", piece("any bytes")],
  ["Matroska of another document type", Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...Buffer.from("matroska".padEnd(60))])],
])("a first piece of %s is no WebM file, and is not stored", async (_what, bytes) => {
  await expect(sendBytes(0, bytes)).rejects.toMatchObject({ code: "unsupported-media-type" });
  await send(0, "", false);
  await expect(sendBytes(1, bytes)).rejects.toMatchObject({ code: "unsupported-media-type" });
  await expect(stored()).rejects.toThrow("ENOENT");
});

test("a file whose first piece is one byte is taken, and refused once its header is not WebM's", async () => {
  const bytes = firstWebmPiece("one");
  await sendBytes(0, bytes.subarray(0, 1));
  await expect(sendBytes(1, piece("any bytes"))).rejects.toMatchObject({ code: "unsupported-media-type" });
  await sendBytes(1, bytes.subarray(1));
  expect(await stored()).toBe("one");
});

test("an organization keeps no more video than its quota, over all of its calls", { tags: "long" }, async () => {
  storedBytes = ORG_MAX_BYTES - 2 * MUCH_BYTES;
  nowMs += 60_000;
  await sendMuch(0);
  videos.expect({ callId: "call-2", orgId: "org-1" }, `${file}.2`);
  videos.joined("call-2");
  await videos.append("call-2", 0, async () => much(0), false);
  await expect(send(1, "more")).rejects.toMatchObject({ code: "recording-quota" });
  videos.expect({ callId: "call-3", orgId: "org-2" }, `${file}.3`);
  videos.joined("call-3");
  await videos.append("call-3", 0, async () => much(0), false);
});
