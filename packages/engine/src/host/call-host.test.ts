import { readFile } from "node:fs/promises";
import { ASSISTANT_DEFAULTS, type CreateAssistant, turnSegments } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_RATE } from "../media/audio-format.ts";
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

/** Goes on until it is interrupted, however long a busy machine takes to hear that somebody speaks. */
const ENDLESS_MESSAGE = Array.from({ length: 8 }, () => LONG_MESSAGE).join(" ");
/** Words are heard and spoken in their own time, and a busy machine needs more. */
const PATIENT = { timeout: 240_000 };
const WAIT_MS = 90_000;

let calls: TestCalls;
beforeAll(async () => {
  calls = await startTestCalls();
});
afterAll(async () => {
  await calls.close();
  // Every failure above is an event. A logged error is a bug of ours.
  expect(calls.logs.filter((line) => line.startsWith("error"))).toEqual([]);
});

const types = (call: TestCall) => call.events.map(({ type }) => type);
const spoke = (call: TestCall, count: number) =>
  call.caller.until(() => call.said().length >= count, `the assistant has spoken ${count} times`, WAIT_MS);
const failed = (call: TestCall, count: number) =>
  call.caller.until(() => call.payloads("failure").length >= count, `${count} failures were reported`);
const closed = (call: TestCall) => {
  call.caller.close();
  return call.ended();
};

describe("a conversation", PATIENT, () => {
  it("hears a spoken question, answers it aloud, takes typed text, is interrupted, and ends with the caller", async () => {
    const call = await calls.call({ ...RILEY, transcriber: { provider: "callwright", model: "pocketsphinx" } });
    const { caller } = call;
    await spoke(call, 1);
    await caller.until(() => caller.lastSound !== undefined, "the caller has heard the greeting");

    await caller.speak(await speechSample("What are your opening hours on Saturday?"));
    const askedMs = caller.spokeUntilMs;
    await spoke(call, 2);
    expect(caller.firstSoundAfter(askedMs)).toBeDefined();
    expect(call.payloads("user.said")[0]?.text).toContain("saturday");
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

  it("tells the client what happens, as app messages", async () => {
    const call = await calls.call({ ...RILEY, firstMessage: "Hello. How are you?" });
    const { caller } = call;
    await spoke(call, 1);
    caller.sendTelemetry({ type: "recognized", text: "when", final: false });
    caller.sendTelemetry({ type: "recognized", text: "when are you open on sunday", final: true });
    await spoke(call, 2);
    caller.send({ type: "end-call" });
    expect(await call.ended()).toMatchObject({ endedReason: "customer-ended-call" });
    await caller.until(() => caller.closed, "the room is closed");

    const told = caller.messages.map(({ type, role, transcriptType, transcript, status }) =>
      [type, role, transcriptType ?? status, transcript].filter(Boolean).join(" "),
    );
    const inOrder = [
      "status-update in-progress",
      "assistant.started",
      "speech-update assistant started",
      "transcript assistant partial Hello.",
      "transcript assistant partial Hello. How are you?",
      "transcript assistant final Hello. How are you?",
      "speech-update assistant stopped",
      "transcript user partial when",
      "transcript user final when are you open on sunday",
      "model-output",
      "speech-update assistant started",
      "status-update ended",
    ];
    let from = 0;
    for (const line of inOrder) {
      const found = told.indexOf(line, from);
      expect(found, `${line} after ${told[from - 1]} in\n${told.join("\n")}`).toBeGreaterThanOrEqual(from);
      from = found + 1;
    }
    expect(caller.messages.at(-1)).toEqual({ type: "status-update", status: "ended", endedReason: "customer-ended-call" });
    const history = caller.messages.findLast(({ type }) => type === "conversation-update")?.messagesOpenAIFormatted;
    expect(history).toMatchObject([{ role: "system" }, { role: "assistant" }, { role: "user" }, { role: "assistant" }]);
    expect(caller.telemetry[0]).toEqual({ type: "session", hearing: "browser", recording: true, waitsForCallerMs: 10_000 });
  });

  it("relates the clocks and keeps the first audible sample of a turn", async () => {
    const call = await calls.call(RILEY);
    const { caller } = call;
    caller.sendTelemetry({ type: "ping", clientMs: 17 });
    await caller.until(() => caller.telemetry.some(({ type }) => type === "pong"), "the ping is answered");
    expect(caller.telemetry.find(({ type }) => type === "pong")).toMatchObject({ clientMs: 17, callMs: expect.any(Number) });
    await spoke(call, 1);
    caller.sendTelemetry({ type: "audible", turn: 0, atCallMs: 321.5 });
    await caller.until(
      () => call.payloads("turn").some(({ firstAudibleMs }) => firstAudibleMs === 322),
      "the turn has its last milestone",
    );
    await closed(call);
  });

  it("understands nothing of garbage, and goes on", async () => {
    const call = await calls.call(RILEY);
    call.caller.send("{");
    call.caller.send('{"type":"dance"}');
    call.caller.send("playable");
    call.caller.send({ type: "say", content: "Still here." });
    await spoke(call, 2);
    expect(call.said()[1]).toBe("Still here.");
    await closed(call);
  });
});

describe("the first message", () => {
  it("is left to the caller when the assistant waits, and can be asked for", async () => {
    const call = await calls.call({ ...RILEY, firstMessageMode: "assistant-waits-for-user" });
    call.caller.send({ type: "add-message", message: { role: "user", content: "Are you open on Sunday?" } });
    await spoke(call, 1);
    expect(call.said()[0]).not.toBe(RILEY.firstMessage);
    call.caller.send({ type: "control", control: "say-first-message" });
    await spoke(call, 2);
    expect(call.said()[1]).toBe(RILEY.firstMessage);
    expect(call.payloads("control")).toEqual([{ control: "say-first-message" }]);
    await closed(call);
  });
});

describe("a call that its page records on video", () => {
  const FILMED = { ...RILEY, artifactPlan: { videoRecordingEnabled: true } };
  const recordingRuns = { type: "control", control: "say-first-message", videoRecordingStartDelaySeconds: 0.4 } as const;

  it("begins to speak once the recording runs", async () => {
    const call = await calls.call(FILMED);
    call.caller.sendTelemetry({ type: "ping", clientMs: 0 });
    await call.caller.until(() => call.caller.telemetry.some(({ type }) => type === "pong"), "the call listens");
    expect(call.payloads("speech.started")).toEqual([]);
    call.caller.send(recordingRuns);
    await spoke(call, 1);
    expect(call.said()).toEqual([RILEY.firstMessage]);
    expect(call.payloads("control")).toEqual([{ control: "say-first-message", videoRecordingStartDelaySeconds: 0.4 }]);
    await closed(call);
  });

  it("waits no longer than a recording may take to begin", async () => {
    const call = await calls.call(FILMED);
    await spoke(call, 1);
    expect(call.said()).toEqual([RILEY.firstMessage]);
    await closed(call);
  });

  it("leaves the first word to the caller who is to have it", async () => {
    const call = await calls.call({ ...FILMED, firstMessageMode: "assistant-waits-for-user" });
    call.caller.send(recordingRuns);
    call.caller.send({ type: "say", content: "Still here." });
    await spoke(call, 1);
    expect(call.said()).toEqual(["Still here."]);
    await closed(call);
  });
});

describe("taking turns", () => {
  it("answers after it what was said over a speech that may not be interrupted", async () => {
    const call = await calls.call({ ...RILEY, firstMessage: LONG_MESSAGE });
    await call.caller.until(() => call.payloads("speech.started").length > 0, "the assistant speaks");
    call.caller.sendTelemetry({ type: "recognized", text: "okay", final: true });
    call.caller.sendTelemetry({ type: "recognized", text: "are you open on sunday", final: true });
    await spoke(call, 2);
    expect(call.payloads("assistant.said")[0]).toMatchObject({ text: LONG_MESSAGE, interrupted: false });
    expect(call.said()[1]).toMatch(/sunday/i);
    expect(call.payloads("user.said").map(({ text }) => text)).toEqual(["okay", "are you open on sunday"]);
    await closed(call);
  });

  it("goes on after an acknowledgement and after noise", async () => {
    const call = await calls.call({ ...RILEY, firstMessage: LONG_MESSAGE, firstMessageInterruptionsEnabled: true });
    await call.caller.until(() => call.payloads("speech.started").length > 0, "the assistant speaks");
    await call.caller.speak(await speechSample("Okay."));
    call.caller.sendTelemetry({ type: "recognized", text: "okay", final: true });
    await spoke(call, 1);
    expect(call.payloads("assistant.said")).toMatchObject([{ text: LONG_MESSAGE, interrupted: false }]);
    expect(call.payloads("user.interrupted")).toEqual([]);
    await closed(call);
  });
});

describe.concurrent("ends by itself", () => {
  it("when nobody speaks, after a farewell", async () => {
    const call = await calls.call({ ...RILEY, silenceTimeoutSeconds: 5, endCallMessage: "Goodbye then." });
    expect(await call.ended()).toMatchObject({ endedReason: "silence-timed-out" });
    expect(call.said()).toEqual([RILEY.firstMessage, "Goodbye then."]);
  });

  it("when the assistant says an end-call phrase", async () => {
    const assistant = { ...RILEY, endCallPhrases: ["we are closed"], endCallMessage: "See you on Monday." };
    const call = await calls.call(assistant);
    call.caller.send({
      type: "add-message",
      message: { role: "user", content: "Are you open on Sunday, or is it that we are closed?" },
    });
    expect(await call.ended()).toMatchObject({ endedReason: "assistant-said-end-call-phrase" });
    expect(call.said().at(-1)).toContain("See you on Monday.");
  });
});

describe.concurrent("failures", () => {
  it("of a model are spoken and reported, and end the call at the third in a row", async () => {
    // Nothing listens on the discard port.
    const model = { provider: "custom-llm", model: "none", url: "http://127.0.0.1:9/v1" } as const;
    const call = await calls.call({ ...RILEY, model, failureMessage: "Something is broken." });
    await spoke(call, 1);
    for (const count of [1, 2, 3]) {
      call.caller.send({ type: "add-message", message: { role: "user", content: "Hello?" } });
      await failed(call, count);
      await spoke(call, count + 1);
    }
    expect(await call.ended()).toMatchObject({ endedReason: "call.in-progress.error-providerfault-custom-llm-llm-failed" });
    expect(call.said().slice(1)).toEqual(["Something is broken.", "Something is broken.", "Something is broken."]);
    expect(call.payloads("failure")[0]).toMatchObject({ part: "model", provider: "custom-llm" });
  });

  it("of a voice fall back to the offline one", async () => {
    const call = await calls.call({ ...RILEY, voice: { provider: "11labs", voiceId: "sarah" } });
    await spoke(call, 1);
    expect(call.said()).toEqual([RILEY.firstMessage]);
    await call.caller.until(() => call.caller.lastSound !== undefined, "the caller has heard the offline voice");
    expect(call.payloads("failure")[0]).toMatchObject({ part: "voice", provider: "11labs" });
    expect(call.caller.telemetry).toContainEqual(expect.objectContaining({ type: "failure", part: "voice" }));
    await closed(call);
  });

  it("of a transcriber's settings fall back to hearing what can be heard", async () => {
    const call = await calls.call({ ...RILEY, transcriber: { provider: "deepgram" } });
    await spoke(call, 1);
    expect(call.payloads("failure")[0]).toMatchObject({ part: "transcriber", provider: "deepgram" });
    await closed(call);
  });

  it("of the defaults say the default sentence", async () => {
    const call = await calls.call({ ...RILEY, model: { provider: "openai", model: "gpt-test" } });
    await spoke(call, 1);
    call.caller.send({ type: "add-message", message: { role: "user", content: "Hello?" } });
    await spoke(call, 2);
    expect(call.said()[1]).toBe(ASSISTANT_DEFAULTS.failureMessage);
    await closed(call);
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
