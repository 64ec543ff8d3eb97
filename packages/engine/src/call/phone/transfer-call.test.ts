import type { CreateAssistant, NumberDestination } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { PhoneAct, TransferAssistantSpec } from "../../conversation/phone-act.ts";
import { FRAME_SAMPLES } from "../../media/audio-format.ts";
import { KeyDetector } from "../../media/key-detector.ts";
import { SoundQueue } from "../../media/sound-queue.ts";
import { createFakeModel } from "../../providers/fake/model.ts";
import { partsOf, QUIET_ASSISTANT, setUpCall } from "../../testing/fake-call.ts";
import { passUntil, stopTime } from "../../testing/fake-time.ts";
import { tool } from "../../testing/scripted-turn.ts";
import { wavOf } from "../../testing/wav-of.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => vi.useRealTimers());

const to = (transferPlan?: NumberDestination["transferPlan"], more = {}): NumberDestination => ({
  type: "number",
  number: "+12025550107",
  ...(transferPlan && { transferPlan }),
  ...more,
});

/** The transfer assistant of its call has a model with these steps. */
async function onTheLine(steps: unknown[] = []) {
  const model = createFakeModel({ provider: "callwright", model: "fake-tools", steps } as never);
  const set = setUpCall(
    async () => partsOf(QUIET_ASSISTANT),
    QUIET_ASSISTANT,
    { callType: "inboundPhoneCall" },
    undefined,
    undefined,
    async (_listener, _values, { assistant }, tools) => partsOf(assistant, 50, { model, tools }),
  );
  await set.call.offer("v=0");
  set.transport.listener?.onConnected();
  await passUntil(() => expect(set.told.events.some(({ type }) => type === "call.started")).toBe(true));
  const { phone } = set.call;
  if (!phone) throw new Error("a phone call has a phone");
  const act = (transfer: Omit<Extract<PhoneAct, { type: "transfer" }>, "type">) => phone.act({ type: "transfer", ...transfer });
  /** The operator's telephone answers. */
  const pickUp = async () => {
    await phone.offerOfOperator("v=0");
    const operator = set.transports.at(-1);
    operator?.listener?.onConnected();
    return operator;
  };
  const states = () => set.payloads("transfer").map(({ state }) => state);
  return { ...set, phone, act, pickUp, states };
}

const loud = () => new Int16Array(FRAME_SAMPLES).fill(3_000);

it("connects blindly, passes the sound on in both directions, and ends as a forwarded call", async () => {
  const set = await onTheLine();
  set.act({ destination: to() });
  expect(set.told.dialed).toMatchObject([{ destination: { number: "+12025550107" }, ringSeconds: 60 }]);
  await passUntil(() => expect(set.transport.wasAudible).toBe(true));
  const operator = await set.pickUp();
  await passUntil(() => expect(set.states()).toEqual(["ringing", "connected"]));
  const heard = { byOperator: false, byCaller: false };
  if (operator)
    operator.sendAudio = (pcm) => {
      heard.byOperator = heard.byOperator || pcm.includes(3_000);
    };
  set.transport.sendAudio = (pcm) => {
    heard.byCaller = heard.byCaller || pcm.includes(2_000);
  };
  set.transport.listener?.onAudio(loud());
  operator?.listener?.onAudio(new Int16Array(FRAME_SAMPLES).fill(2_000));
  await passUntil(() => expect(heard).toEqual({ byOperator: true, byCaller: true }));
  // Transports remove key tones from the passed-on sound; a menu on the other line needs them.
  const keys = { ofCaller: "", ofOperator: "" };
  const [atOperator, atCaller] = [
    new KeyDetector((key) => (keys.ofCaller += key)),
    new KeyDetector((key) => (keys.ofOperator += key)),
  ];
  if (operator) operator.sendAudio = (pcm) => atOperator.push(pcm);
  set.transport.sendAudio = (pcm) => atCaller.push(pcm);
  for (const key of ["1", "2"]) set.phone.pressed(key);
  operator?.listener?.onKey("9");
  await passUntil(() => expect(keys).toEqual({ ofCaller: "12", ofOperator: "9" }));
  set.phone.operatorGone("hung-up");
  await passUntil(() => expect(set.told.ended).toEqual(["assistant-forwarded-call"]));
});

it("plays the sound of a completed transfer to both", async () => {
  const file = wavOf(new Int16Array(1_600).fill(4_000));
  vi.stubGlobal("fetch", async () => new Response(new Uint8Array(file)));
  onTestFinished(() => void vi.unstubAllGlobals());
  const set = await onTheLine();
  set.act({ destination: to({ mode: "blind-transfer", transferCompleteAudioUrl: "https://sounds.example/transferred.wav" }) });
  const operator = await set.pickUp();
  const heard = { byOperator: false, byCaller: false };
  if (operator)
    operator.sendAudio = (pcm) => {
      heard.byOperator ||= pcm.includes(4_000);
    };
  set.transport.sendAudio = (pcm) => {
    heard.byCaller ||= pcm.includes(4_000);
  };
  await passUntil(() => expect(heard).toEqual({ byOperator: true, byCaller: true }));
  set.phone.operatorGone("hung-up");
  await passUntil(() => expect(set.told.ended).toHaveLength(1));
});

it("briefs the operator before it connects, and waits for a word when the plan says so", async () => {
  const set = await onTheLine();
  set.act({
    destination: to({ mode: "warm-transfer-wait-for-operator-to-speak-first-and-then-say-message" }),
    briefing: { text: "Anna wants to book." },
  });
  const operator = await set.pickUp();
  for (let frame = 0; frame < 30; frame++) operator?.listener?.onAudio(loud());
  await passUntil(() => expect(set.transport.wasAudible).toBe(true));
  await passUntil(() => expect(set.states()).toEqual(["ringing"]));
  for (let frame = 0; frame < 80; frame++) operator?.listener?.onAudio(new Int16Array(FRAME_SAMPLES));
  await passUntil(() => expect(set.states()).toEqual(["ringing", "briefing", "connected"]));
  expect(operator?.wasAudible).toBe(true);
  expect(set.payloads("transfer")[1]).toMatchObject({ text: "Anna wants to book." });
  // The briefing of the operator is not spoken to the caller.
  expect(set.said()).toEqual([]);
});

const talk = (assistant: CreateAssistant = {}): TransferAssistantSpec => ({
  assistant: { startSpeakingPlan: { smartEndpointingEnabled: false }, ...assistant },
  accept: tool("transferSuccessful"),
  cancel: tool("transferCancel"),
  keys: { keys: {}, orgKeys: {} },
});

it("lets an assistant tell the operator the summary, and connects when its tool says so", async () => {
  const set = await onTheLine([[{ tool: "transferSuccessful" }], ["You are connected."]]);
  set.act({
    destination: to({ mode: "warm-transfer-experimental" }),
    briefing: { text: "Anna wants to book." },
    assistant: talk(),
  });
  const operator = await set.pickUp();
  const conversation = () =>
    set.payloads("transfer").flatMap(({ state, by, text }) => (state === "briefing" ? [[by, text]] : []));
  await passUntil(() => expect(conversation()).toEqual([["assistant", "Anna wants to book."]]));
  expect(operator?.wasAudible).toBe(true);
  // The caller hears music, and nothing of the operator's talk.
  await passUntil(() => expect(set.transport.wasAudible).toBe(true));
  set.transport.listener?.onAudio(loud());
  operator?.listener?.onKey("1");
  await passUntil(() => expect(set.states().at(-1)).toBe("connected"));
  expect(conversation()).toContainEqual(["operator", "1"]);
  expect([set.said(), set.told.ended]).toEqual([[], []]);
  const heard = { byOperator: false };
  if (operator)
    operator.sendAudio = (pcm) => {
      heard.byOperator = heard.byOperator || pcm.includes(3_000);
    };
  set.transport.listener?.onAudio(loud());
  await passUntil(() => expect(heard.byOperator).toBe(true));
  set.phone.operatorGone("hung-up");
  await passUntil(() => expect(set.told.ended).toEqual(["assistant-forwarded-call"]));
});

it.each([
  { why: "canceled", reason: "assistant-cancelled", assistant: {}, key: "2" },
  { why: "max-duration", reason: "max-duration", assistant: { maxDurationSeconds: 10, silenceTimeoutSeconds: 60 } },
  { why: "silence", reason: "silence-timeout", assistant: { silenceTimeoutSeconds: 10 } },
])("gives the caller back when the talk with the operator ends so: $why", async ({ why, reason, assistant, key }) => {
  const set = await onTheLine([[{ tool: "transferCancel" }], ["Goodbye."]]);
  const plan = { mode: "warm-transfer-experimental" as const, fallbackPlan: { message: "They are away." } };
  set.act({ destination: to(plan), assistant: talk({ firstMessage: "A caller for you.", ...assistant }) });
  const operator = await set.pickUp();
  await passUntil(() => expect(set.payloads("transfer").at(-1)).toMatchObject({ by: "assistant", text: "A caller for you." }));
  if (key) operator?.listener?.onKey(key);
  await passUntil(() => expect(set.payloads("transfer").at(-1)).toMatchObject({ state: "failed", why }), 30_000);
  await passUntil(() => expect(set.told.ended).toEqual([`call.in-progress.error-warm-transfer-${reason}`]));
  expect([set.said(), set.told.operatorsHungUp]).toEqual([["They are away."], 1]);
});

it.each([
  { plan: undefined, why: "no-answer" as const, said: "Nobody answered, so I could not connect you.", ended: [] },
  {
    plan: { message: "Call later." },
    why: "busy" as const,
    said: "Call later.",
    ended: ["call.forwarding.operator-busy"],
  },
  { plan: { message: "I go on.", endCallEnabled: false }, why: "declined" as const, said: "I go on.", ended: [] },
])("that fails ($why) says $said", async ({ plan, why, said, ended }) => {
  const set = await onTheLine();
  set.act({ destination: to({ mode: "blind-transfer", ...(plan && { fallbackPlan: plan }) }) });
  set.phone.operatorGone(why);
  await passUntil(() => expect(set.said()).toEqual([said]));
  expect(set.payloads("transfer").at(-1)).toMatchObject({ state: "failed", why });
  if (ended.length > 0) await passUntil(() => expect(set.told.ended).toEqual(ended));
  else {
    // The assistant takes the caller again.
    set.phone.act({ type: "keys", keys: "1" });
    expect([set.told.ended, set.phone.isWithoutAssistant]).toEqual([[], false]);
  }
});

it("that the caller does not wait for has its own reasons", async () => {
  const dialing = await onTheLine();
  dialing.act({ destination: to() });
  dialing.call.end("customer-ended-call");
  await passUntil(() => expect(dialing.told.ended).toEqual(["customer-ended-call-during-transfer"]));
  expect(dialing.told.operatorsHungUp).toBe(1);
  const briefing = await onTheLine();
  briefing.act({ destination: to({ mode: "warm-transfer-say-message" }), briefing: { text: "A caller." } });
  await briefing.pickUp();
  briefing.call.end("customer-ended-call");
  await passUntil(() => expect(briefing.told.ended).toEqual(["customer-ended-call-before-warm-transfer"]));
});

it("dials the extension of its destination before anybody hears or says anything", async () => {
  for (const mode of ["blind-transfer", "warm-transfer-wait-for-operator-to-speak-first-and-then-say-message"] as const) {
    const set = await onTheLine();
    const briefing = mode === "blind-transfer" ? {} : { briefing: { text: "Anna wants to book." } };
    set.act({ destination: to({ mode }, { extension: "4,2" }), ...briefing });
    const operator = await set.pickUp();
    const pressed: string[] = [];
    const detector = new KeyDetector((key) => pressed.push(key));
    const there = new SoundQueue();
    const greeting = new Int16Array(FRAME_SAMPLES * 30).fill(3_000);
    // A switchboard speaks, and then waits for keys.
    there.push(greeting);
    if (operator)
      operator.sendAudio = (pcm) => {
        detector.push(pcm);
        operator.listener?.onAudio(there.next() ?? new Int16Array(FRAME_SAMPLES));
      };
    await passUntil(() => expect(pressed).toEqual(["4", "2"]));
    const isBlind = mode === "blind-transfer";
    expect(set.states()).toEqual(["ringing", ...(isBlind ? ["connected"] : [])]);
    if (isBlind) continue;
    await passUntil(() => expect(there.isEmpty).toBe(true));
    await vi.advanceTimersByTimeAsync(500);
    expect(set.states()).toEqual(["ringing"]);
    there.push(greeting);
    await passUntil(() => expect(set.states()).toEqual(["ringing", "briefing", "connected"]));
  }
});

it("goes to the number that a person names who has taken the call over, who then no longer has it", async () => {
  const ada = { userId: null, name: "Ada" };
  const set = await onTheLine();
  await passUntil(() => expect(set.told.events.some(({ type }) => type === "call.started")).toBe(true));
  set.call.control({ type: "take-over" }, ada);
  set.call.control({ type: "transfer", number: "+12025550107", message: "Bob asks for his car." }, ada);
  await passUntil(() => expect(set.states()).toEqual(["ringing"]));
  await set.pickUp();
  await passUntil(() => expect(set.states()).toEqual(["ringing", "briefing", "connected"]));
  expect(set.payloads("transfer")[1]).toMatchObject({ text: "Bob asks for his car.", destination: { number: "+12025550107" } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(set.payloads("control").map(({ control }) => control)).toEqual(["take-over", "transfer"]);
});
