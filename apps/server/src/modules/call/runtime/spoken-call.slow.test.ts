import { stat } from "node:fs/promises";
import path from "node:path";
import type { Call, CallEvent } from "@callwright/contract";
import { type CallHostPool, ProcessPool } from "@callwright/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { findCallRow } from "./lifecycle-store.ts";
import { joinAsSpokenCaller } from "./testing/spoken-caller.ts";

/** The analysis happens after the call. */
const isOfCall = ({ type }: CallEvent) => type !== "analysis.done" && type !== "report.ready";

/** Generous: call hosts, recognisers and voices share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const WAV_HEADER_BYTES = 44;
/** Stereo, 16 bit, 16 kHz. */
const SECOND_BYTES = 64_000;
/** −34 dBFS: above hiss, below speech. */
const SPEECH_PEAK = 655;

const QUESTION = "What are your opening hours on Saturday?";
/** Always recognizes the words of the question. What Moonshine recognizes is the subject of `transcriber.test.ts` in the engine. */
const CERTAIN_TRANSCRIBER = { provider: "callwright", model: "fake-instant", text: QUESTION };

let server: TestServer;
const pools: CallHostPool[] = [];

beforeAll(async () => {
  server = await startTestServer({
    callService: {
      createPool: (options) => {
        const pool = new ProcessPool(options);
        pools.push(pool);
        return pool;
      },
    },
  });
});
afterAll(() => server.close());

/** Samples of one side of a stereo recording. */
function channel(recording: ArrayBuffer, side: 0 | 1): Int16Array {
  const samples = new Int16Array(recording.slice(WAV_HEADER_BYTES));
  return samples.filter((_, index) => index % 2 === side);
}

/** How many bytes of a running call are in its file. */
async function recordedBytes(callId: string): Promise<number> {
  const row = await findCallRow(server.context.db, callId);
  const file = path.join(server.context.config.dataDir, "spool", row?.nodeId ?? "", `${callId}.wav`);
  return (await stat(file).catch(() => ({ size: 0 }))).size;
}

test("a spoken call: words, events, recording and times end up where they belong", { timeout: 300_000 }, async () => {
  const client = await server.signUp();
  const [riley] = (await client.json<{ id: string }[]>("GET", "/assistant")).body;
  const created = await client.json<Call>("POST", "/call/web", {
    assistantId: riley?.id,
    assistantOverrides: { firstMessage: "Hello, this is Riley.", transcriber: CERTAIN_TRANSCRIBER },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id, webCallUrl = "" } = created.body;

  const joiningMs = Date.now();
  const caller = await joinAsSpokenCaller(webCallUrl);
  const heard = (role: "assistant" | "user") =>
    caller.messages.flatMap((message) =>
      message.type === "transcript" && message.role === role && message.transcriptType === "final" ? [message.transcript] : [],
    );
  const stops = () =>
    caller.messages.filter(
      ({ type, ...rest }) =>
        type === "speech-update" && "role" in rest && rest.role === "assistant" && "status" in rest && rest.status === "stopped",
    );
  await expect.poll(() => caller.isListening(), PATIENCE).toBe(true);
  const joinedMs = Date.now();
  await expect.poll(() => stops().length, PATIENCE).toBeGreaterThan(0);
  await caller.say(QUESTION);
  await expect.poll(() => heard("assistant").slice(1).join(" "), PATIENCE).toMatch(/saturday/i);
  await expect.poll(() => stops().length, PATIENCE).toBeGreaterThan(1);
  const leavingMs = Date.now();
  expect((await fetch(caller.sessionUrl, { method: "DELETE" })).status).toBe(200);
  const leftMs = Date.now();
  caller.close();

  const { body: call } = await client.json<Call>("GET", `/call/${id}`);
  expect(call).toMatchObject({
    status: "ended",
    endedReason: "customer-ended-call",
    assistantId: riley?.id,
    assistantVersion: "v1",
  });
  const durationMs = Date.parse(call.endedAt ?? "") - Date.parse(call.startedAt ?? "");
  // From when the caller was in to when it left, each some time between the asking and the answer.
  expect(durationMs).toBeGreaterThan(leavingMs - joinedMs - 500);
  expect(durationMs).toBeLessThan(leftMs - joiningMs + 500);

  const { body: events } = await client.json<CallEvent[]>("GET", `/call/${id}/event`);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events[0]?.type).toBe("call.started");
  expect(events.findLast(isOfCall)).toMatchObject({ type: "call.ended", payload: { endedReason: "customer-ended-call" } });

  const lines = call.artifact?.transcript?.split("\n") ?? [];
  expect(lines[0]).toMatch(/^AI: Hello, this is Riley/);
  expect(lines[1]).toBe(`User: ${QUESTION}`);
  expect(lines.at(-1)).toMatch(/^AI: .*saturday/i);
  expect(call.artifact?.performanceMetrics?.turnLatencies).toHaveLength(1);

  const recording = await (await fetch(call.artifact?.recordingUrl ?? "")).arrayBuffer();
  const recordedMs = ((recording.byteLength - WAV_HEADER_BYTES) / SECOND_BYTES) * 1000;
  expect(Math.abs(recordedMs - durationMs)).toBeLessThan(500);
  for (const side of [0, 1] as const) {
    const loud = channel(recording, side).filter((sample) => Math.abs(sample) > SPEECH_PEAK).length;
    expect(loud, `loud samples on channel ${side}`).toBeGreaterThan(1000);
  }
});

test("a call host that is killed ends its call with a true reason, and the recording until then can be played", {
  timeout: 300_000,
}, async () => {
  const client = await server.signUp();
  const assistant = { firstMessage: "This is a long greeting, which nobody will hear to its end. It goes on, and on, and on." };
  const { id, webCallUrl = "" } = (await client.json<Call>("POST", "/call/web", { assistant })).body;
  const caller = await joinAsSpokenCaller(webCallUrl);
  await expect.poll(() => caller.messages.some(({ type }) => type === "transcript"), PATIENCE).toBe(true);
  await expect.poll(() => recordedBytes(id), PATIENCE).toBeGreaterThan(2 * SECOND_BYTES);
  for (const pid of pools.flatMap(({ hostPids }) => hostPids)) process.kill(pid, "SIGKILL");
  await expect.poll(async () => (await client.json<Call>("GET", `/call/${id}`)).body.status, PATIENCE).toBe("ended");
  caller.close();

  const { body: call } = await client.json<Call>("GET", `/call/${id}`);
  expect(call.endedReason).toBe("call.in-progress.error-vapifault-worker-died");
  const { body: events } = await client.json<CallEvent[]>("GET", `/call/${id}/event`);
  expect(events.findLast(isOfCall)?.type).toBe("call.ended");
  const recording = await (await fetch(call.artifact?.recordingUrl ?? "")).arrayBuffer();
  const header = new DataView(recording);
  expect(header.getUint32(40, true)).toBe(recording.byteLength - WAV_HEADER_BYTES);
  expect(channel(recording, 1).some((sample) => Math.abs(sample) > SPEECH_PEAK)).toBe(true);

  // The next call gets a new host.
  const again = (await client.json<Call>("POST", "/call/web", { assistant: {} })).body;
  expect(again.status).toBe("queued");
});
