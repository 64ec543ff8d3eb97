import { type Assistant, type Call, type CallEvent, turnSegments, turnWaitMs } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { readSampleCall } from "./sample-call.ts";

let server: TestServer;
let client: TestClient;
let riley: Assistant | undefined;
let sample: Call | undefined;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  [riley] = (await client.json<Assistant[]>("GET", "/assistant")).body;
  [sample] = (await client.json<Call[]>("GET", "/call")).body;
});
afterAll(() => server.close());

test("Riley is published, speaks first, and knows when the shop is open", () => {
  expect(riley).toMatchObject({
    name: "Riley",
    latestVersion: "v1",
    firstMessage: expect.stringContaining("Riley"),
    model: { provider: "callwright", model: "builtin" },
    voice: { provider: "callwright", voiceId: "slt" },
    transcriber: { provider: "callwright", model: "auto" },
  });
  const prompt = riley?.model?.messages?.[0]?.content ?? "";
  for (const day of ["weekdays", "Saturday", "Sunday"]) expect(prompt).toMatch(new RegExp(`${day}.* open from \\d`));
});

test("the sample call is one of Riley's, finished, with its transcript", () => {
  expect(sample).toMatchObject({
    type: "webCall",
    status: "ended",
    endedReason: "customer-ended-call",
    assistantId: riley?.id,
    assistantVersion: "v1",
    artifact: { transcript: expect.stringMatching(/^AI: Hello.*\nUser: .*Saturday\?\nAI: On Saturday.*\nUser: .*goodbye\.$/) },
  });
  const spokenSeconds = (Date.parse(sample?.endedAt ?? "") - Date.parse(sample?.startedAt ?? "")) / 1000;
  expect(spokenSeconds).toBeCloseTo(readSampleCall().durationMs / 1000, 1);
});

test("its recording plays as long as the call took, and every word lies where its side speaks", async () => {
  const url = sample?.artifact?.stereoRecordingUrl ?? "";
  const response = await fetch(url);
  expect(response.headers.get("content-type")).toBe("audio/wav");
  const wave = Buffer.from(await response.arrayBuffer());
  expect(wave.length).toBeLessThan(1024 * 1024);
  const [channels, rate, bits] = [wave.readUInt16LE(22), wave.readUInt32LE(24), wave.readUInt16LE(34)];
  expect([channels, rate, bits]).toEqual([2, 16_000, 16]);
  const { events, durationMs } = readSampleCall();
  expect((wave.length - 44) / (rate * 4)).toBeCloseTo(durationMs / 1000, 1);

  const loudness = (channel: number, fromMs: number, toMs: number) => {
    let sum = 0;
    const [from, to] = [Math.round((fromMs * rate) / 1000), Math.round((toMs * rate) / 1000)];
    for (let frame = from; frame < to; frame++) sum += wave.readInt16LE(44 + frame * 4 + channel * 2) ** 2;
    return Math.sqrt(sum / (to - from));
  };
  for (const { type, payload } of events as CallEvent[]) {
    if (type !== "user.said" && type !== "assistant.said") continue;
    const own = type === "user.said" ? 0 : 1;
    expect(loudness(own, payload.startMs, payload.endMs)).toBeGreaterThan(300);
    expect(loudness(1 - own, payload.startMs, payload.endMs)).toBe(0);
  }
});

test("its turn has every milestone, and the segments sum to the wait", () => {
  const turns = (readSampleCall().events as CallEvent[]).flatMap((event) => (event.type === "turn" ? [event.payload] : []));
  expect(turns.map(({ trigger }) => trigger)).toEqual(["opening", "speech"]);
  for (const turn of turns) {
    const sum = turnSegments(turn).reduce((total, { durationMs }) => total + durationMs, 0);
    expect(sum).toBe(turnWaitMs(turn));
    expect(sum).toBe((turn.firstAudibleMs ?? 0) - turn.speechEndMs);
  }
  expect(turnSegments(turns[1] as (typeof turns)[1]).map(({ name }) => name)).toEqual([
    "endpointing",
    "transcript",
    "model",
    "voice",
    "transport",
  ]);
  expect(sample?.artifact?.performanceMetrics?.turnLatencies).toHaveLength(1);
});

test("its events come in order, without gaps", async () => {
  const { body } = await client.json<CallEvent[]>("GET", `/call/${sample?.id}/event`);
  expect(body).toEqual(readSampleCall().events);
  expect(body.map(({ seq }) => seq)).toEqual(body.map((_, index) => index));
});
