import { CALLER_GONE, type Call, PHONE_UNANSWERED } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { mergeCalls } from "./call-queries.ts";
import { ringMsOf, toRow } from "./call-rows.ts";
import { snippetOf } from "./list/snippet.ts";

const call = (fields: Partial<Call>): Call => ({
  id: "a",
  orgId: "o",
  type: "webCall",
  status: "ended",
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z",
  ...fields,
});

const latency = (turnLatency: number) => ({
  modelLatency: 0,
  voiceLatency: 0,
  transcriberLatency: 0,
  endpointingLatency: 0,
  turnLatency,
});

describe("a phone call", () => {
  it("says who called, who was called, and how long the phone rang", () => {
    const times = { ringingAt: "2026-11-21T10:00:01.000Z", startedAt: "2026-11-21T10:00:04.500Z" };
    const incoming = call({ type: "inboundPhoneCall", customer: { number: "+12025550100" }, ...times });
    expect(toRow(incoming, 0)).toMatchObject({ type: "inboundPhoneCall", customerNumber: "+12025550100" });
    expect(ringMsOf(incoming)).toBe(3_500);
    const unanswered = call({ type: "outboundPhoneCall", customer: { number: "+1", name: "Ada" }, endedAt: times.startedAt });
    expect(toRow(unanswered, 0)).toMatchObject({ customerName: "Ada", customerNumber: "+1" });
    expect(ringMsOf({ ...unanswered, ringingAt: times.ringingAt })).toBe(3_500);
    expect(ringMsOf(unanswered)).toBeUndefined();
  });
});

describe("toRow", () => {
  it("reads a finished call", () => {
    const performanceMetrics = {
      turnLatencies: [latency(900), latency(700), latency(2000)],
      modelLatencyAverage: 0,
      voiceLatencyAverage: 0,
      transcriberLatencyAverage: 0,
      endpointingLatencyAverage: 0,
      turnLatencyAverage: 0,
      numUserInterrupted: 0,
    };
    const row = toRow(
      call({
        assistant: { name: "Riley" },
        name: "Maria's order",
        startedAt: "2026-11-21T10:00:02.000Z",
        endedAt: "2026-11-21T10:00:36.500Z",
        endedReason: "customer-ended-call",
        artifact: { performanceMetrics },
        cost: 0.0125,
        costUnknown: [{ part: "voice", provider: "lmnt", model: "m", amounts: {}, missing: ["1k-characters"] }],
      }),
      0,
    );
    expect(row).toEqual({
      id: "a",
      cost: "$0.0125+",
      assistant: "Riley",
      name: "Maria's order",
      type: "webCall",
      status: "ended",
      result: { kind: "talked", word: "talked" },
      startedAt: "2026-11-21T10:00:02.000Z",
      durationMs: 34_500,
      ended: "The customer hung up.",
      waitMs: 900,
    });
  });

  it("does not say that a lost caller hung up", () => {
    const lost = { endedReason: "customer-ended-call", endedMessage: CALLER_GONE.lost };
    expect(toRow(call(lost), 0).ended).toBe("The connection to the caller was lost.");
  });

  it("counts a running call up to now, and one that nobody joined not at all", () => {
    const nowMs = Date.parse("2026-11-21T10:01:02.000Z");
    expect(toRow(call({ status: "in-progress", startedAt: "2026-11-21T10:00:02.000Z" }), nowMs).durationMs).toBe(60_000);
    expect(toRow(call({ status: "queued" }), nowMs)).toMatchObject({
      durationMs: undefined,
      startedAt: "2026-11-21T10:00:00.000Z",
      waitMs: undefined,
    });
  });
});

it("says in a word what became of a call", () => {
  const started = { startedAt: "2026-11-21T10:00:02.000Z" };
  const judged = (successEvaluation: string) => ({ ...started, analysis: { successEvaluation } });
  const rows: [Partial<Call>, string, string][] = [
    [{ endedReason: "customer-ended-call", ...judged("true") }, "goal", "goal"],
    [{ endedReason: "customer-ended-call", ...judged("false") }, "talked", "missed"],
    [{ endedReason: "assistant-ended-call", ...judged("8") }, "talked", "talked"],
    [{ endedReason: "voicemail", ...started }, "mailbox", "mailbox"],
    [{ endedReason: "customer-busy" }, "busy", "busy"],
    [{ endedReason: "customer-busy", endedMessage: PHONE_UNANSWERED.declined }, "busy", "declined"],
    [{ endedReason: "customer-did-not-answer" }, "unreached", "noAnswer"],
    [{ endedReason: "assistant-forwarded-call", ...started }, "talked", "transferred"],
    [{ endedReason: "call.in-progress.error-providerfault-openai-llm-failed", ...started }, "failed", "failed"],
    [{ endedReason: "exceeded-max-duration", ...started }, "talked", "talked"],
    [{ endedReason: "manually-canceled" }, "unreached", "canceled"],
  ];
  for (const [fields, kind, word] of rows) expect.soft(toRow(call(fields), 0).result).toMatchObject({ kind, word });
  expect(toRow(call({ status: "in-progress" }), 0).result).toBeUndefined();
});

it("finds the place of words in a transcript", () => {
  const said = (role: "user" | "bot", message: string, secondsFromStart: number) => ({ role, message, secondsFromStart });
  const messages = [
    said("bot", "Hello. Do you need winter tyres?", 1),
    said("user", "Good morning, I would like to ask whether the garage in Spandau has Winter Tyres for two cars.", 4.27),
  ] as unknown as Call["messages"];
  expect(snippetOf(messages, "winter TYRES for")).toEqual({
    before: "…like to ask whether the garage in Spandau has ",
    found: "Winter Tyres for",
    after: " two cars.",
    role: "user",
    seconds: 4.3,
    more: 0,
  });
  expect(snippetOf(messages, "tyres")).toMatchObject({ found: "tyres", seconds: 1, more: 1 });
  expect(snippetOf(messages, "Kessler")).toBeUndefined();
});

it("merges what was read last over what was read before", () => {
  const early = call({ id: "a", status: "in-progress" });
  const late = call({ id: "b", createdAt: "2026-11-21T11:00:00.000Z" });
  expect(mergeCalls([late, { ...early, status: "ended" }], [early]).map(({ id, status }) => [id, status])).toEqual([
    ["b", "ended"],
    ["a", "ended"],
  ]);
});
