import { randomUUID } from "node:crypto";
import type { CreateAssistant, ResponseTime, Turn, TurnSegment } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { call, callEvent } from "../call/tables.ts";

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

interface Given {
  orgId?: string;
  assistant?: CreateAssistant;
  daysAgo?: number;
  turns: Partial<Turn>[];
  failed?: boolean;
}

/** A call of the organization with these turns, and a failure if it had one. */
async function addCall({ orgId = client.orgId, assistant = {}, daysAgo = 1, turns, failed = false }: Given): Promise<void> {
  const id = randomUUID();
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
  await server.context.db.insert(call).values({
    id,
    orgId,
    createdAt,
    updatedAt: createdAt,
    startedAt: createdAt,
    endedAt: createdAt,
    type: "webCall",
    status: "ended",
    assistant,
    roomSecretHash: "",
    nodeId: "node",
    leaseExpiresAt: createdAt,
  });
  const payloads = turns.map((turn, index) => ({ index, trigger: "speech", speechEndMs: 1000, ...turn }));
  const events = payloads.map((payload) => ({ type: "turn" as const, payload: payload as Record<string, unknown> }));
  const failure = { type: "failure" as const, payload: { part: "model", provider: "openai", message: "It failed." } };
  await server.context.db
    .insert(callEvent)
    .values([...events, ...(failed ? [failure] : [])].map((event, seq) => ({ callId: id, orgId, seq, atMs: seq, ...event })));
}

/** The parts took this long, in milliseconds. */
const turn = (transcriber: number, model: number, voice: number): Partial<Turn> => ({
  silenceDetectedMs: 1000 + transcriber / 2,
  turnCommittedMs: 1000 + transcriber,
  modelFirstTokenMs: 1000 + transcriber + model,
  voiceFirstByteMs: 1000 + transcriber + model + voice,
  firstFrameSentMs: 1000 + transcriber + model + voice,
});
const times = async () => (await client.json<ResponseTime[]>("GET", "/analytics/response-time")).body;

test("nothing before the first call: the sample call is not the organization's", async () => {
  expect(await times()).toEqual([]);
});

test("each part has the median of its turns by provider and model, of this organization's recent calls without failures", async () => {
  const assistant: CreateAssistant = {
    model: { provider: "openai", model: "gpt-4.1-mini" },
    voice: { provider: "cartesia", voiceId: "katie", model: "sonic-3" },
  };
  await addCall({ assistant, turns: [turn(300, 500, 100), turn(200, 700, 140)] });
  await addCall({ assistant, turns: [turn(400, 600, 120), { trigger: "opening" }, { trigger: "text", ...turn(900, 700, 160) }] });
  // The browser reports its first sample later than the rest of the turn.
  await addCall({ turns: [turn(100, 10, 20), { index: 0, ...turn(110, 12, 24) }] });
  await addCall({ assistant, turns: [turn(9000, 9000, 9000)], failed: true });
  await addCall({ assistant, turns: [turn(9000, 9000, 9000)], daysAgo: 31 });
  await addCall({ assistant, turns: [turn(9000, 9000, 9000)], orgId: (await server.signUp()).orgId });
  const found = await times();
  const segments = (name: TurnSegment["name"], durationMs: number) => ({ segments: [{ name, durationMs }] });
  const expected: ResponseTime[] = [
    { part: "transcriber", provider: "callwright", medianMs: 200, ...segments("endpointing", 200), turns: 4 },
    { part: "model", provider: "openai", model: "gpt-4.1-mini", medianMs: 600, ...segments("model", 600), turns: 4 },
    { part: "model", provider: "callwright", medianMs: 12, ...segments("model", 12), turns: 1 },
    { part: "voice", provider: "cartesia", model: "sonic-3", medianMs: 120, ...segments("voice", 120), turns: 4 },
    { part: "voice", provider: "callwright", medianMs: 24, ...segments("voice", 24), turns: 1 },
  ];
  expect(found).toHaveLength(expected.length);
  expect(found).toEqual(expect.arrayContaining(expected));
});
