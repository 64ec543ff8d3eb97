import type { Call, Credential, CredentialCheck, Turn } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { OtlpSpan, OtlpValue } from "../../../platform/telemetry/testing/otlp-span.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { listEvents } from "../api/store.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { sendTrace } from "./send-trace.ts";

const PROJECTS: Record<string, string> = { "pk-one:sk-one": "one", "pk-two:sk-two": "two" };

let calls: CallServer;
let langfuse: LoopbackServer;
/** Langfuse accepts only a part of each request. */
let rejecting = false;
/** Spans by project. */
const spans = new Map<string, OtlpSpan[]>();

beforeAll(async () => {
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
  // Langfuse's documented endpoints (langfuse.com/integrations/native/opentelemetry and its API reference, read on 2026-11-27).
  langfuse = await startLoopbackServer((response, { method, url, headers, body }) => {
    const pair = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
    const project = PROJECTS[pair];
    if (project === undefined) return void response.writeHead(401).end(`{"error":"no such key ${pair}"}`);
    if (method === "GET" && url === "/api/public/projects") return void response.end('{"data":[]}');
    const isTraces = method === "POST" && url === "/api/public/otel/v1/traces";
    if (!isTraces || headers["content-type"] !== "application/json") return void response.writeHead(404).end();
    if (headers["x-langfuse-ingestion-version"] !== "4") return void response.writeHead(400).end();
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };
    const arrived = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    spans.set(project, [...(spans.get(project) ?? []), ...arrived]);
    response.end(JSON.stringify({ partialSuccess: rejecting ? { rejectedSpans: "2", errorMessage: "too long" } : {} }));
  });
});
afterAll(async () => {
  await calls.server.close();
  await langfuse.close();
});

const addKey = (pair: string, as: TestClient) => {
  const [publicKey, apiKey] = pair.split(":");
  return as.json<Credential>("POST", "/credential", { provider: "langfuse", publicKey, apiKey, apiUrl: `${langfuse.origin}/` });
};
const PLAN = { provider: "langfuse", tags: ["shop"], metadata: { team: "sales", tries: 2 } };

/** A call with a turn in which the model calls a tool, and says what it answered. */
async function endCall(as: TestClient, assistant: object = {}): Promise<string> {
  const overrides = { variableValues: { place: "Bern" } };
  const body = { assistant: { name: "Riley", observabilityPlan: PLAN, ...assistant }, assistantOverrides: overrides };
  const { id } = await calls.createCall(body, as);
  calls.pool.join(id);
  const happen = (atMs: number, ...[type, payload]: [Parameters<typeof calls.pool.happen>[1], object]) => {
    calls.advance(atMs - clockMs);
    clockMs = atMs;
    calls.pool.happen(id, type, payload as never);
  };
  let clockMs = 0;
  const used = (inputTokens: number, more: object = {}) => ({
    usages: [{ part: "model", provider: "openai", model: "gpt-4o", amounts: { inputTokens, outputTokens: 7, ...more } }],
  });
  happen(0, "prompt.rendered", { text: "You sell shoes." });
  happen(900, "user.said", { text: "Are you open?", startMs: 100, endMs: 900, turn: 0, typed: false });
  happen(1500, "usage", used(100, { cachedTokens: 40 }));
  happen(1500, "tool.called", { id: "a", name: "hours", turn: 0, arguments: { day: "Sunday" } });
  happen(1900, "tool.answered", { id: "a", name: "hours", turn: 0, result: "closed", failed: true, durationMs: 400 });
  const turn: Turn = { index: 0, trigger: "speech", speechEndMs: 900, turnCommittedMs: 1200, toolStartedMs: 1500 };
  happen(2600, "turn", {
    ...turn,
    toolFinishedMs: 1900,
    modelFirstTokenMs: 2100,
    voiceFirstByteMs: 2400,
    firstFrameSentMs: 2600,
  });
  happen(2700, "usage", used(150));
  happen(3000, "assistant.said", {
    text: "On Sunday we are closed.",
    words: [],
    startMs: 2600,
    endMs: 3000,
    turn: 0,
    interrupted: false,
  });
  calls.pool.hangUp(id);
  return id;
}

const traceOf = (project: string, callId: string) =>
  (spans.get(project) ?? []).filter(({ traceId }) => traceId === callId.replaceAll("-", ""));
const plainValue = ({ stringValue, intValue, arrayValue }: OtlpValue): unknown =>
  stringValue ?? intValue ?? arrayValue?.values.map(plainValue);
const fieldsOf = ({ attributes }: OtlpSpan) => Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));

test("each organization's Langfuse gets the traces of its own calls, and no HIPAA call", async () => {
  const other = await calls.server.signUp();
  await addKey("pk-one:sk-one", calls.client);
  await addKey("pk-two:sk-two", other);
  const hidden = await endCall(calls.client, { compliancePlan: { hipaaEnabled: true } });
  const id = await endCall(calls.client, {
    observabilityPlan: { ...PLAN, traceName: "Shop in {{place}}", promptName: "sell", promptVersion: 3 },
  });
  const otherId = await endCall(other);
  await expect.poll(() => traceOf("two", otherId).length, { timeout: 90_000 }).toBeGreaterThan(0);
  await expect.poll(() => traceOf("one", id).length, { timeout: 90_000 }).toBeGreaterThan(0);
  expect([...traceOf("one", hidden), ...traceOf("one", otherId), ...traceOf("two", id)]).toEqual([]);

  const trace = traceOf("one", id);
  const nameOf = (spanId: string | undefined) => trace.find((span) => span.spanId === spanId)?.name;
  const call = trace.find(({ name }) => name === "Riley");
  const zero = Math.round(Number(call?.endTimeUnixNano) / 1e6) - 3000;
  const onClock = (nanoseconds: string) => Math.round(Number(nanoseconds) / 1e6) - zero;
  const shown = trace.map((span) => [
    ...[span.name, fieldsOf(span)["langfuse.observation.type"], nameOf(span.parentSpanId)],
    ...[onClock(span.startTimeUnixNano), onClock(span.endTimeUnixNano)],
  ]);
  expect(shown).toHaveLength(7);
  expect(shown).toEqual(
    expect.arrayContaining([
      ["Riley", "agent", undefined, 0, 3000],
      ["turn", "span", "Riley", 900, 2700],
      ["endpointing", "span", "turn", 900, 1200],
      ["gpt-4o", "generation", "turn", 1200, 1500],
      ["tool hours", "tool", "turn", 1500, 1900],
      ["gpt-4o", "generation", "turn", 1900, 2700],
      ["voice", "span", "turn", 2100, 2600],
    ]),
  );
  for (const span of trace)
    expect(fieldsOf(span)).toMatchObject({
      "langfuse.trace.name": "Shop in Bern",
      "langfuse.trace.tags": ["shop"],
      "langfuse.trace.metadata.team": "sales",
      "langfuse.trace.metadata.tries": "2",
      "session.id": id,
    });
  const [first, second] = trace
    .filter(({ name }) => name === "gpt-4o")
    .sort((a, b) => Number(a.startTimeUnixNano) - Number(b.startTimeUnixNano))
    .map(fieldsOf);
  const json = (fields: Record<string, unknown> | undefined, name: string) =>
    JSON.parse(String(fields?.[`langfuse.observation.${name}`]));
  expect(first).toMatchObject({ "langfuse.observation.prompt.name": "sell", "langfuse.observation.prompt.version": 3 });
  expect(json(first, "usage_details")).toEqual({ input: 60, input_cached_tokens: 40, output: 7 });
  expect(json(first, "input")).toEqual([{ role: "user", content: "Are you open?" }]);
  expect(json(first, "output").tool_calls[0].function.name).toBe("hours");
  expect(json(second, "input").at(-1)).toEqual({ role: "tool", tool_call_id: "a", content: "closed" });
  expect(json(second, "output")).toEqual({ role: "assistant", content: "On Sunday we are closed." });
  expect(second?.["langfuse.observation.completion_start_time"]).toBe(new Date(zero + 2100).toISOString());
  const tool = trace.find(({ name }) => name === "tool hours");
  expect(tool && fieldsOf(tool)).toMatchObject({
    "langfuse.observation.level": "ERROR",
    "langfuse.observation.output": "closed",
  });
  expect(json(call && fieldsOf(call), "input")).toEqual([{ role: "system", content: "You sell shoes." }]);

  await sendTrace(calls.server.context, { orgId: "", callId: id }, new AbortController().signal);
  const ids = traceOf("one", id).map(({ spanId }) => spanId);
  expect([ids.length, new Set(ids).size]).toEqual([14, 7]);
});

test("a Langfuse that refuses, or that must not be reached, is a failure in the call's events, without the key", async () => {
  const other = await calls.server.signUp();
  const id = await endCall(other);
  const { orgId } = (await other.json<Call>("GET", `/call/${id}`)).body;
  const failures = async () => {
    const events = await listEvents(calls.server.context.db, orgId, id, -1);
    return events.flatMap(({ type, payload }) => (type === "failure" ? [payload] : []));
  };
  const why = (message: string) => ({ part: "trace", provider: "langfuse", message });
  const missing = why("The organization has no Langfuse credential. Add one under Credentials.");
  await expect.poll(failures, { timeout: 90_000 }).toEqual([missing]);
  expect((await other.json<Call>("GET", `/call/${id}`)).body).toMatchObject({ endedReason: "customer-ended-call" });

  const { id: credentialId } = (await addKey("pk-one:sk-wrong", other)).body;
  const check = async () => (await other.json<CredentialCheck>("POST", `/credential/${credentialId}/check`)).body.state;
  expect(await check()).toBe("refused");
  const send = (more: object = {}) =>
    sendTrace({ ...calls.server.context, ...more }, { orgId: "", callId: id }, new AbortController().signal);
  await send();
  const refused = why('Langfuse refuses the key. It said: {"error":"no such key •••"}');
  expect(await failures()).toEqual([missing, refused]);
  await other.json("PATCH", `/credential/${credentialId}`, { apiKey: "sk-one" });
  expect(await check()).toBe("works");
  rejecting = true;
  await send();
  rejecting = false;
  expect((await failures()).at(-1)).toEqual(why("Langfuse took a part of the trace only. It said: too long"));
  const guarded = createOutsideNetwork(false);
  await send({ network: guarded });
  guarded.close();
  expect((await failures()).at(-1)?.message).toContain("Langfuse could not be reached at 127.0.0.1");
});
