import { TELEMETRY_CHANNEL } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type AskEndpointing, endpointingAdviser } from "../speech/endpointing-server.ts";
import { partsOf, QUIET_ASSISTANT, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) await end();
  vi.useRealTimers();
});

/** A call with these answers of its endpointing server. Otherwise, punctuation decides: 0.1 s after "." and 1.5 s otherwise. */
async function talkWith(ask: AskEndpointing, plan = {}) {
  const assistant = { ...QUIET_ASSISTANT, startSpeakingPlan: { smartEndpointingEnabled: false, ...plan } };
  const problems: string[] = [];
  const adviseEndpointing = endpointingAdviser(ask, (message) => problems.push(message));
  const call = await talk(assistant, { ...partsOf(assistant), adviseEndpointing });
  open.push(() => {
    call.call.end("worker-shutdown");
    return passUntil(() => expect(call.told.released).toBe(1));
  });
  /** Answers after how many milliseconds the words became a turn. */
  const say = async (text: string) => {
    const saidMs = Date.now();
    const turns = call.payloads("user.said").length;
    const message = JSON.stringify({ type: "recognized", text, final: true });
    call.transport.listener?.onText(TELEMETRY_CHANNEL, message);
    await passUntil(() => expect(call.payloads("user.said")).toHaveLength(turns + 1));
    const afterMs = Date.now() - saidMs;
    await passUntil(() => expect(call.said()).toHaveLength(turns + 1));
    return afterMs;
  };
  const turns = () => call.payloads("user.said").map(({ text }) => text);
  return { ...call, say, turns, problems };
}

/** Events come in batches of 100 ms. */
const BATCH_MS = 150;

it("an endpointing server decides when a turn is over, whatever the punctuation says", async () => {
  const asked: string[] = [];
  const call = await talkWith(async (text) => {
    asked.push(text);
    return { timeoutSeconds: text.endsWith(".") ? 4 : 0 };
  });
  expect(await call.say("My number is.")).toBeGreaterThanOrEqual(4_000);
  expect(await call.say("thanks")).toBeLessThan(BATCH_MS);
  expect(asked).toEqual(["My number is.", "thanks"]);
  expect(call.problems).toEqual([]);
});

it("words that follow within the server's time are the same turn", async () => {
  const asked: string[] = [];
  const call = await talkWith(async (text) => {
    asked.push(text);
    return { timeoutSeconds: 2 };
  });
  const recognize = (text: string) =>
    call.transport.listener?.onText(TELEMETRY_CHANNEL, JSON.stringify({ type: "recognized", text, final: true }));
  recognize("My number is");
  await vi.advanceTimersByTimeAsync(1_000);
  recognize("five five");
  await passUntil(() => expect(call.turns()).toEqual(["My number is five five"]));
  expect(asked).toEqual(["My number is", "My number is five five"]);
});

it("two finals 50 ms apart get one answer", async () => {
  const call = await talkWith(async () => ({ problem: "It is not asked." }));
  const recognize = (text: string) =>
    call.transport.listener?.onText(TELEMETRY_CHANNEL, JSON.stringify({ type: "recognized", text, final: true }));
  recognize("What are your hours?");
  await vi.advanceTimersByTimeAsync(50);
  recognize("On Saturday?");
  await passUntil(() => expect(call.said()).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(call.turns().join(" ")).toBe("What are your hours? On Saturday?");
  expect(call.said()).toEqual(["Yes."]);
});

it("a server that is late or fails leaves the decision to the call, and is reported once", async () => {
  const late = await talkWith(() => new Promise(() => {}));
  const afterMs = await late.say("I am done.");
  expect(afterMs).toBeGreaterThanOrEqual(500);
  expect(afterMs).toBeLessThan(600 + BATCH_MS);
  await late.say("Really.");
  expect(late.turns()).toEqual(["I am done.", "Really."]);
  expect(late.problems).toEqual(["The endpointing server did not answer within 500 ms."]);

  const useless = await talkWith(async () => ({ problem: "It answered with status 500." }));
  expect(await useless.say("I am done.")).toBeLessThan(100 + BATCH_MS);
  expect(await useless.say("And you")).toBeGreaterThanOrEqual(1_500);
  expect(useless.problems).toEqual(["It answered with status 500."]);
});

it("a rule of the assistant's own comes before the server", async () => {
  const customEndpointingRules = [{ type: "customer", regex: "number", timeoutSeconds: 3 }];
  const call = await talkWith(async () => ({ timeoutSeconds: 0 }), { customEndpointingRules });
  expect(await call.say("My number is.")).toBeGreaterThanOrEqual(3_000);
});
