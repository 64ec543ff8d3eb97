import {
  type Assistant,
  type Call,
  type CallEvent,
  type Chat,
  type Squad,
  turnSegments,
  turnWaitMs,
  type Workflow,
} from "@callwright/contract";
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

test("its workflow takes an order, and is asked about the opening hours in between", async () => {
  const [workflow] = (await client.json<Workflow[]>("GET", "/workflow")).body;
  let sessionId: string | undefined;
  const said: string[] = [];
  let last: Chat | undefined;
  for (const input of [
    "Hi",
    "Yes please",
    "a chocolate cake",
    "when are you open",
    "yes, for eight people",
    "on the fifth of May",
    "yes that is right",
  ]) {
    const target = sessionId === undefined ? { workflowId: workflow?.id } : { sessionId };
    last = (await client.json<Chat>("POST", "/chat", { ...target, input })).body;
    sessionId = last.sessionId;
    said.push((last.output ?? []).flatMap(({ role, content }) => (role === "assistant" && content ? [content] : [])).join(" "));
  }
  expect(said).toEqual([
    "Hello, this is Hazel Street Bakery. Would you like to order a cake?",
    "Could you tell me the flavor, the number of people and the day?",
    "For how many people is it?",
    "We are open from 7 in the morning to 6 in the evening. Shall we go on?",
    "On which day would you like to collect it?",
    expect.stringMatching(/^A chocolate cake for 8 people, on \w+, May 5. Is that right\?$/),
    "Thank you. Your cake will be ready. Goodbye!",
  ]);
  expect(last?.sessionStatus).toBe("completed");
});

test("its squad hands a caller over, and back", async () => {
  const [squad] = (await client.json<Squad[]>("GET", "/squad")).body;
  const first = await client.json<Chat>("POST", "/chat", { squadId: squad?.id, input: "I have a question about a wedding cake" });
  expect(first.body.agents?.map(({ name }) => name)).toEqual(["Riley", "Casey"]);
  const { sessionId } = first.body;
  const back = await client.json<Chat>("POST", "/chat", { sessionId, input: "And what about delivery?" });
  expect(back.body.agents?.map(({ name }) => name)).toEqual(["Riley"]);
});
