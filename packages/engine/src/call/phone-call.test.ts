import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { KeyDetector } from "../media/key-detector.ts";
import { SoundQueue } from "../media/sound-queue.ts";
import { partsOf, QUIET_ASSISTANT, setUpCall } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";
import { hearingBy, ScriptedStt } from "../testing/scripted-stt.ts";
import { createCallParts } from "./call-parts.ts";
import { CallTools } from "./call-tools.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => vi.useRealTimers());

const BEEP = Int16Array.from({ length: SAMPLE_RATE * 0.4 }, (_, at) => Math.round(9_000 * Math.sin((at * 2 * Math.PI) / 16)));
const onPhone = { callType: "inboundPhoneCall" as const };

it("talks without an app channel or a video, sends no messages, and has keys as events", async () => {
  const assistant = {
    ...QUIET_ASSISTANT,
    firstMessageMode: "assistant-speaks-first" as const,
    firstMessage: "Hello.",
    artifactPlan: { videoRecordingEnabled: true },
  };
  const set = setUpCall(async () => partsOf(assistant), assistant, onPhone);
  await set.call.offer("v=0");
  set.transport.listener?.onConnected();
  await passUntil(() => expect(set.said()).toEqual(["Hello."]));
  set.transport.listener?.onKey("5");
  set.transport.listener?.onClosed("hung-up");
  await passUntil(() => expect(set.told.ended).toEqual(["customer-ended-call"]));
  expect(set.payloads("key.pressed")).toEqual([{ key: "5" }]);
  expect(set.transport.sent).toEqual([]);
});

it("presses the keys of an extension first; before that the assistant neither speaks nor hears, and no mailbox is looked for", async () => {
  const assistant = {
    ...QUIET_ASSISTANT,
    firstMessageMode: "assistant-speaks-first" as const,
    firstMessage: "Hello.",
    voicemailMessage: "Please call back.",
    voicemailDetection: { provider: "vapi" as const },
    keypadInputPlan: { enabled: true, timeoutSeconds: 0 },
  };
  const customer = { number: "+12025550100", extension: "4,2" };
  const transcriber = new ScriptedStt([]);
  const parts = { ...partsOf(assistant), ...hearingBy(transcriber) };
  const set = setUpCall(async () => parts, assistant, { callType: "outboundPhoneCall", customer });
  const switchboard = new SoundQueue();
  const pressed: string[] = [];
  const detector = new KeyDetector((key) => pressed.push(key));
  set.transport.sendAudio = (pcm) => {
    detector.push(pcm);
    set.transport.listener?.onAudio(switchboard.next() ?? new Int16Array(pcm.length));
  };
  const hasHeard = () => transcriber.frames.some(({ data }) => data.some((sample) => sample !== 0));
  switchboard.push(BEEP);
  await set.call.offer("v=0");
  set.transport.listener?.onConnected();
  await passUntil(() => expect(pressed).toEqual(["4"]));
  set.transport.listener?.onKey("9");
  await passUntil(() => expect(pressed).toEqual(["4", "2"]));
  expect([hasHeard(), set.payloads("speech.started")]).toEqual([false, []]);
  await passUntil(() => expect(set.said()).toEqual(["Hello."]));
  expect(set.payloads("keys.sent")).toEqual([{ keys: "4,2" }]);
  expect([set.payloads("user.said"), set.payloads("voicemail.found")]).toEqual([[], []]);
  switchboard.push(BEEP);
  await passUntil(() => expect(set.told.ended).toEqual(["voicemail"]));
  expect([hasHeard(), set.said()]).toEqual([true, ["Hello.", "Please call back."]]);
});

it("answers keys of the keypad as words of the caller, and stops speaking for them", async () => {
  const keypadInputPlan = { enabled: true, delimiters: "#" as const };
  const assistant = {
    ...QUIET_ASSISTANT,
    keypadInputPlan,
    firstMessageMode: "assistant-speaks-first" as const,
    firstMessage: "Press one for sales.",
    firstMessageInterruptionsEnabled: true,
  };
  const set = setUpCall(async () => partsOf(assistant, 5_000), assistant, onPhone);
  await set.call.offer("v=0");
  set.transport.listener?.onConnected();
  await passUntil(() => expect(set.payloads("speech.started")).toHaveLength(1));
  for (const key of "12#") set.transport.listener?.onKey(key);
  await passUntil(() => expect(set.said()).toContain("Yes."));
  expect(set.payloads("user.said")).toMatchObject([{ text: "12", typed: true, byKeys: true }]);
  expect(set.payloads("user.interrupted")).toHaveLength(1);
});

it("lets tools of the caller's page fail at once", async () => {
  const tool = { name: "show", description: "", parameters: {}, strict: false, isAsync: false, timeoutMs: 20_000, messages: [] };
  const tools = new CallTools({
    tools: [{ ...tool, action: "client" as const }],
    run: async () => ({ result: "", failed: false }),
  });
  tools.withoutPage();
  const call = { id: "1", name: "show", arguments: {} };
  expect(await tools.run(call, {}, new AbortController().signal)).toMatchObject({ failed: true });
});

it("does not wait for a browser to transcribe, has an office behind the assistant, and knows who calls", async () => {
  const told = {
    onTemplateProblem: () => {},
    onEndpointingProblem: () => {},
    onModelSlow: () => {},
    onTool: () => {},
    onAgentStarted: () => {},
    onUsage: () => {},
  };
  const assistant = {
    transcriber: { provider: "callwright" as const, model: "browser" as const },
    model: {
      provider: "callwright" as const,
      model: "builtin" as const,
      messages: [{ role: "system" as const, content: "{{customer.number}} calls {{phoneNumber.number}}: {{call.type}}" }],
    },
  };
  const numbers = { customer: { number: "+12025550100" }, phoneNumber: { number: "+12025550110" } };
  const spec = { callId: "c", orgId: "o", assistant, variableValues: {} };
  const context = { keys: {}, urls: {}, allowPrivateAddresses: true };
  const [phone, page] = await Promise.all([
    createCallParts({ ...spec, ...onPhone, ...numbers }, context, told),
    createCallParts(spec, context, told),
  ]);
  expect(page.hearing).toBe("browser");
  expect(phone.hearing).not.toBe("browser");
  expect(phone.transcriberProblems).toMatchObject([{ message: expect.stringContaining("no page") }]);
  expect([phone.loadBackgroundSound !== undefined, page.loadBackgroundSound]).toEqual([true, undefined]);
  expect(phone.conversation.systemPrompt).toContain("+12025550100 calls +12025550110: inboundPhoneCall");
});

it("leaves its keys to the signaling, each once, and is silent meanwhile", async () => {
  const customer = { number: "+12025550100", extension: "4,2" };
  const set = setUpCall(async () => partsOf(QUIET_ASSISTANT), QUIET_ASSISTANT, { callType: "outboundPhoneCall", customer });
  const played: number[] = [];
  set.transport.sendAudio = (pcm) => void played.push(...pcm);
  await set.call.offer("v=0");
  set.call.phone?.signalKeys(true);
  set.transport.listener?.onConnected();
  // At the beginning of its pause, and not after it.
  await passUntil(() => expect(set.payloads("keys.sent")).toEqual([{ keys: "4,2" }]));
  await vi.advanceTimersByTimeAsync(3_000);
  set.call.phone?.act({ type: "keys", keys: "1" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(set.payloads("keys.sent")).toEqual([{ keys: "4,2" }, { keys: "1" }]);
  expect(played.length).toBeGreaterThan(16_000);
  expect(played.every((sample) => sample === 0)).toBe(true);
  set.call.phone?.signalKeys(false);
  set.call.phone?.act({ type: "keys", keys: "1" });
  await passUntil(() => expect(played.some((sample) => sample !== 0)).toBe(true));
});

it("waits while the caller holds the call, hears nothing of the music, and counts the silence from its end", async () => {
  const assistant = { ...QUIET_ASSISTANT, silenceTimeoutSeconds: 10 };
  const transcriber = new ScriptedStt([]);
  const parts = { ...partsOf(assistant), ...hearingBy(transcriber) };
  const set = setUpCall(async () => parts, assistant, onPhone);
  let plays = false;
  set.transport.sendAudio = (pcm) => set.transport.listener?.onAudio(new Int16Array(pcm.length).fill(plays ? 5_000 : 0));
  await set.call.offer("v=0");
  set.transport.listener?.onConnected();
  await passUntil(() => expect(transcriber.frames.length).toBeGreaterThan(0));
  set.call.phone?.hold(true);
  plays = true;
  await vi.advanceTimersByTimeAsync(60_000);
  plays = false;
  expect([set.told.ended, transcriber.frames.some(({ data }) => data.some((sample) => sample !== 0))]).toEqual([[], false]);
  await vi.advanceTimersByTimeAsync(9_000);
  set.call.phone?.hold(false);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(set.told.ended).toEqual([]);
  await passUntil(() => expect(set.told.ended).toEqual(["silence-timed-out"]));
});

it("logs what a simulated caller said, also what the end of the call cuts off", async () => {
  const set = setUpCall(async () => partsOf(QUIET_ASSISTANT), QUIET_ASSISTANT, onPhone);
  await set.call.offer("v=0");
  const said = { text: "Hello?", startedMs: 400, endedMs: 900 };
  const cut = { text: "Are you", startedMs: 2_000, endedMs: 2_300 };
  set.transport.listener?.onConnected();
  set.transport.listener?.onSaid?.(said);
  set.transport.close = () => set.transport.listener?.onSaid?.(cut);
  await passUntil(() => expect(set.payloads("line.said")).toEqual([said]));
  set.call.end("assistant-ended-call");
  await passUntil(() => expect(set.told.ended).toHaveLength(1));
  expect(set.payloads("line.said")).toEqual([said, cut]);
  expect(set.told.events.at(-1)?.type).toBe("call.ended");
});
