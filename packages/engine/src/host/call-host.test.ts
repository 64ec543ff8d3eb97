import { readFile } from "node:fs/promises";
import { type CreateAssistant, turnSegments } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { levelOf } from "../media/level-of.ts";
import { CarrierCaller } from "../testing/carrier-caller.ts";
import { speechSample } from "../testing/speech-sample.ts";
import { startTestCalls, type TestCall, type TestCalls } from "../testing/test-calls.ts";

const PROMPT = [
  "You are Riley, the assistant of a small shop.",
  "On weekdays we are open from nine in the morning until six in the evening.",
  "On Saturday we are open from ten in the morning until four in the afternoon.",
  "On Sunday we are closed.",
].join("\n");
const RILEY: CreateAssistant = {
  name: "Riley",
  firstMessage: "Hello, this is Riley.",
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: PROMPT }] },
  transcriber: { provider: "callwright", model: "browser" },
};
const LONG_MESSAGE =
  "This is a very long announcement that goes on for quite some time. It has more than one sentence. Nobody hears this one.";

/** Long enough to be interrupted, however long a busy machine takes to detect speech. */
const ENDLESS_MESSAGE = Array.from({ length: 8 }, () => LONG_MESSAGE).join(" ");
const ADA = { userId: "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33", name: "Ada" };
/** The default manner of saying words. */
const PLAIN = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };
/** Words are heard and spoken in their own time, and a busy machine needs more. */
const PATIENT = { timeout: 240_000 };
const WAIT_MS = 90_000;

let calls: TestCalls;
beforeAll(async () => {
  calls = await startTestCalls();
});
afterAll(async () => {
  await calls.close();
  // Every failure above is an event. A logged error would be a bug of the host.
  expect(calls.logs.filter((line) => line.startsWith("error"))).toEqual([]);
});

const types = (call: TestCall) => call.events.map(({ type }) => type);
const spoke = (call: TestCall, count: number) =>
  call.caller.until(() => call.said().length >= count, `the assistant has spoken ${count} times`, WAIT_MS);
const closed = (call: TestCall) => {
  call.caller.close();
  return call.ended();
};

describe("a conversation", PATIENT, () => {
  it("hears a spoken question, answers it aloud, takes typed text, is interrupted, and ends with the caller", {
    tags: "long",
  }, async () => {
    const call = await calls.call({ ...RILEY, transcriber: { provider: "callwright", model: "moonshine" } });
    const { caller } = call;
    await spoke(call, 1);
    await caller.until(() => caller.lastSound !== undefined, "the caller has heard the greeting");

    await caller.speak(await speechSample("What are your opening hours on Saturday?"));
    const askedMs = caller.spokeUntilMs;
    await spoke(call, 2);
    expect(caller.firstSoundAfter(askedMs)).toBeDefined();
    expect(call.payloads("user.said")[0]?.text).toMatch(/saturday/i);
    expect(call.said()[1]).toMatch(/saturday/i);

    caller.send({ type: "add-message", message: { role: "user", content: "Are you open on Sunday?" } });
    await spoke(call, 3);
    expect(call.payloads("user.said")[1]).toMatchObject({ text: "Are you open on Sunday?", typed: true });
    expect(call.said()[2]).toMatch(/sunday/i);

    caller.send({ type: "say", message: ENDLESS_MESSAGE, interruptionsEnabled: true });
    await caller.until(() => call.payloads("speech.started").at(-1)?.turn === 3, "the announcement has begun");
    await caller.speak(await speechSample("What are your opening hours on Saturday?"));
    await spoke(call, 5);
    const announcement = call.payloads("assistant.said")[3];
    expect(announcement?.interrupted).toBe(true);
    expect(ENDLESS_MESSAGE.startsWith(announcement?.text ?? "?")).toBe(true);
    expect(announcement?.text.length).toBeLessThan(ENDLESS_MESSAGE.length);
    expect(call.payloads("user.interrupted")).toEqual([{ turn: 3 }]);

    expect(await closed(call)).toMatchObject({ endedReason: "customer-ended-call", hasRecording: true });
    expect(call.events.map(({ seq }) => seq)).toEqual(call.events.map((_, index) => index));
    expect(types(call).slice(0, 2)).toEqual(["call.started", "prompt.rendered"]);
    expect(types(call).at(-1)).toBe("call.ended");
    expect(call.payloads("prompt.rendered")[0]?.text).toContain("You are Riley");

    const spokenTurn = call.payloads("turn").findLast(({ trigger }) => trigger === "speech");
    expect(spokenTurn).toMatchObject({
      transcriptFinalMs: expect.any(Number),
      turnCommittedMs: expect.any(Number),
      modelFirstTokenMs: expect.any(Number),
      voiceFirstByteMs: expect.any(Number),
      firstFrameSentMs: expect.any(Number),
    });
    if (spokenTurn) expect(turnSegments(spokenTurn).map(({ name }) => name)).toContain("endpointing");

    const wav = await readFile(call.recordingPath);
    const at = (ms: number, channel: 0 | 1) => wav.readInt16LE(44 + Math.round((ms * SAMPLE_RATE) / 1000) * 4 + channel * 2);
    const loudest = (startMs: number, endMs: number, channel: 0 | 1) =>
      Math.max(...Array.from({ length: endMs - startMs }, (_, ms) => Math.abs(at(startMs + ms, channel))));
    const [greeting] = call.payloads("assistant.said");
    const [question] = call.payloads("user.said");
    if (!greeting || !question) throw new Error("Nobody spoke.");
    expect(loudest(greeting.startMs, greeting.endMs, 1)).toBeGreaterThan(2000);
    expect(loudest(greeting.startMs, greeting.endMs, 0)).toBeLessThan(500);
    expect(loudest(question.startMs, question.endMs, 0)).toBeGreaterThan(2000);
    expect(loudest(question.startMs, question.endMs, 1)).toBeLessThan(500);
  });
});

describe("a carrier's stream", PATIENT, () => {
  it("carries a greeting, a spoken question, its answer and a key, and is never ahead of the time", {
    tags: "long",
  }, async () => {
    const transcriber = { provider: "callwright", model: "moonshine" } as const;
    const call = await calls.place({ ...RILEY, transcriber }, { callType: "inboundPhoneCall" });
    const telephone = new CarrierCaller(calls.pool, call.callId);
    const overheard: Int16Array[] = [];
    calls.pool.listen(call.callId, (piece) =>
      overheard.push(new Int16Array(Uint8Array.from(Buffer.from(piece, "base64")).buffer)),
    );
    const isLoud = (channel: 0 | 1) => overheard.some((piece) => levelOf(piece.filter((_, at) => at % 2 === channel)) > 1_000);
    await spoke(call, 1);
    expect([isLoud(0), isLoud(1)]).toEqual([false, true]);
    telephone.press("5");
    telephone.speak(await speechSample("What are your opening hours on Saturday?"));
    await spoke(call, 2);
    expect(call.payloads("user.said")[0]?.text).toMatch(/saturday/i);
    expect(call.said()[1]).toMatch(/saturday/i);
    expect(isLoud(0)).toBe(true);
    calls.pool.listen(call.callId, undefined);
    expect(call.payloads("key.pressed")).toEqual([{ key: "5" }]);
    expect(telephone.packetsMs.length).toBeGreaterThan(100);
    expect(telephone.aheadMs).toBeLessThan(20);
    calls.pool.end(call.callId, "customer-ended-call");
    expect(await call.ended()).toMatchObject({ endedReason: "customer-ended-call", hasRecording: true });
    telephone.close();
  });

  it("is passed on to the stream of the telephone that the call is transferred to, and back", async () => {
    const destination = { type: "number", number: "+12025550107" } as const;
    const opening = { transfer: { destination }, endedReason: "assistant-forwarded-call" };
    const call = await calls.place(RILEY, { callType: "inboundPhoneCall", opening });
    const caller = new CarrierCaller(calls.pool, call.callId);
    const states = () => call.payloads("transfer").map(({ state }) => state);
    await call.caller.until(() => states().includes("ringing"), "the other telephone is to be called");
    const operator = new CarrierCaller(calls.pool, call.callId, true);
    await call.caller.until(() => states().includes("connected"), "the two are connected");
    const isLoud = (level: number) => level > 1_000;
    const isQuiet = ({ levels }: CarrierCaller) => levels.length > 10 && !levels.slice(-10).some(isLoud);
    for (const [speaker, listener] of [
      [caller, operator],
      [operator, caller],
    ] as const) {
      await call.caller.until(() => isQuiet(caller) && isQuiet(operator), "nobody speaks");
      const [from, ownFrom] = [listener.levels.length, speaker.levels.length];
      speaker.speak(new Int16Array(SAMPLE_RATE / 2).map((_, at) => 8_000 * Math.sin((2 * Math.PI * 440 * at) / SAMPLE_RATE)));
      await call.caller.until(() => listener.levels.slice(from).filter(isLoud).length > 15, "the other one hears it");
      expect(speaker.levels.slice(ownFrom).filter(isLoud)).toEqual([]);
    }
    calls.pool.operatorGone(call.callId, "hung-up");
    expect(await call.ended()).toMatchObject({ endedReason: "assistant-forwarded-call" });
    for (const telephone of [caller, operator]) telephone.close();
  });
});

describe("a simulated caller", PATIENT, () => {
  it("is understood over its line, interrupts, and the log has when it spoke", { tags: "long" }, async () => {
    const transcriber = { provider: "callwright", model: "moonshine" } as const;
    const assistant = { ...RILEY, firstMessage: ENDLESS_MESSAGE, firstMessageInterruptionsEnabled: true, transcriber };
    const simulatedCaller = {
      seed: 3,
      voice: "slt",
      speed: 1.1,
      line: { background: { sound: "talker", snrDb: 30 }, echo: { levelDb: -30, delayMs: 100 } },
    } as const;
    const question = "What are your opening hours on Saturday?";
    const call = await calls.place(assistant, { callType: "inboundPhoneCall", simulatedCaller });
    calls.pool.play(call.callId, [
      { do: "overhear", spokenMs: 3_000, maxMs: 60_000 },
      { do: "say", text: question },
      { do: "hold" },
    ]);
    await spoke(call, 2);
    expect(call.payloads("assistant.said")[0]?.interrupted).toBe(true);
    const [said] = call.payloads("line.said");
    const [heard] = call.payloads("user.said");
    if (!said || !heard) throw new Error("Nobody spoke.");
    expect(said.text).toBe(question);
    expect(heard.text).toMatch(/opening hours on saturday/i);
    expect(said.startedMs).toBeGreaterThan(3_000);
    expect(said.endedMs - said.startedMs).toBeGreaterThan(1_500);
    expect(said.endedMs - said.startedMs).toBeLessThan(3_500);
    // A detector hears an end after it, and looks back.
    expect(Math.abs(heard.endMs - said.endedMs)).toBeLessThan(700);
    calls.pool.play(call.callId, [{ do: "say", text: question }]);
    await call.caller.until(() => call.payloads("speech.started").at(-1)?.role === "user", "the caller speaks again");
    calls.pool.play(call.callId, [{ do: "stop" }]);
    expect(await call.ended()).toMatchObject({ endedReason: "customer-ended-call" });
    const [, cut] = call.payloads("line.said");
    expect((cut?.endedMs ?? 0) - (cut?.startedMs ?? 0)).toBeLessThan(said.endedMs - said.startedMs);
  });
});

describe.concurrent("the parts of a call", PATIENT, () => {
  it("replace a voice that fails by the offline one", async () => {
    const call = await calls.call({ ...RILEY, voice: { provider: "11labs", voiceId: "sarah" } });
    await spoke(call, 1);
    expect(call.said()).toEqual([RILEY.firstMessage]);
    await call.caller.until(() => call.caller.lastSound !== undefined, "the caller has heard the offline voice");
    expect(call.payloads("failure")[0]).toMatchObject({ part: "voice", provider: "11labs" });
    expect(call.caller.telemetry).toContainEqual(expect.objectContaining({ type: "failure", part: "voice" }));
    await closed(call);
  });
});

describe.concurrent("a supervisor", PATIENT, () => {
  it("gets an order carried out, and is named in the events", async () => {
    const call = await calls.call({ ...RILEY, firstMessageMode: "assistant-waits-for-user" });
    const { pool } = calls;
    const order = (control: "mute-assistant" | "unmute-assistant") =>
      pool.control(call.callId, { type: "control", control }, ADA);
    const say = (message: string) => pool.control(call.callId, { type: "say", message, ...PLAIN }, ADA);
    order("mute-assistant");
    say("Nobody hears this.");
    await spoke(call, 1);
    expect(call.caller.lastSound).toBeUndefined();
    order("unmute-assistant");
    say("Everybody hears this.");
    await spoke(call, 2);
    await call.caller.until(() => call.caller.lastSound !== undefined, "the caller has heard it");
    const message = { role: "user", content: "Are you open on Sunday?" } as const;
    pool.control(call.callId, { type: "add-message", message, triggerResponseEnabled: true }, ADA);
    await spoke(call, 3);
    expect(call.said()[2]).toMatch(/sunday/i);
    pool.control(call.callId, { type: "end-call" }, ADA);
    expect(await call.ended()).toMatchObject({ endedReason: "manually-canceled" });
    expect(call.payloads("control")).toEqual(
      ["mute-assistant", "say", "unmute-assistant", "say", "add-message", "end-call"].map((control) => ({ control, by: ADA })),
    );
  });

  it("has nothing to ask of a call that the server ended", async () => {
    const call = await calls.call(RILEY);
    calls.pool.end(call.callId, "manually-canceled");
    expect(await call.ended()).toMatchObject({ endedReason: "manually-canceled" });
    expect(calls.pool.control(call.callId, { type: "end-call" }, ADA)).toBe(false);
  });
});

describe.concurrent("offers", () => {
  it("that are malformed are refused with a sentence, and another may follow", async () => {
    const call = await calls.place(RILEY);
    const good = await call.caller.createOffer();
    const malformed = [
      "",
      "v=0",
      "not sdp",
      good.replace(/a=ice-ufrag.*/g, ""),
      good.replace(/a=fingerprint:.*/g, "a=fingerprint:x"),
    ];
    for (const sdp of malformed)
      await expect(calls.pool.offer(call.callId, sdp)).rejects.toMatchObject({
        code: "validation-failed",
        problems: [expect.any(String)],
      });
    await call.caller.accept((await calls.pool.offer(call.callId, good)).sdp);
    await spoke(call, 1);
    await closed(call);
  });

  it("for a call that is not there are refused", async () => {
    await expect(calls.pool.offer("nobody", "v=0")).rejects.toMatchObject({ code: "call-not-joinable" });
  });
});
