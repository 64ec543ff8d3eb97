import { ASSISTANT_DEFAULTS, type CreateAssistant, TAKE_OVER_LEASE_MS, TAKE_OVER_RENEW_MS } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
import { holdCall } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";
import { speechSample } from "../testing/speech-sample.ts";

/** Calls from their greeting to their end, in stopped time. Tests that need a process, WebRTC or a voice are in `call-host.test.ts`. */

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const RILEY: CreateAssistant = {
  name: "Riley",
  firstMessage: "Hello, this is Riley.",
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [
      { role: "system", content: "You are Riley. On Saturday we are open from ten until four. On Sunday we are closed." },
    ],
  },
  transcriber: { provider: "callwright", model: "browser" },
  startSpeakingPlan: { smartEndpointingEnabled: false },
};
const WAITS: CreateAssistant = { ...RILEY, firstMessageMode: "assistant-waits-for-user" };
const LONG_MESSAGE =
  "This is a very long announcement that goes on for quite some time. It has more than one sentence. Nobody hears this one.";
const ADA = { userId: "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33", name: "Ada" };

describe("a conversation", () => {
  it("reaches the client as app messages", async () => {
    const call = await holdCall({ ...RILEY, firstMessage: "Hello. How are you?" }, { recordingPath: "/dev/null" });
    await call.spoke(1);
    call.sendTelemetry({ type: "recognized", text: "when", final: false });
    call.sendTelemetry({ type: "recognized", text: "when are you open on sunday", final: true });
    await call.spoke(2);
    call.send({ type: "end-call" });
    expect(await call.ended()).toBe("customer-ended-call");

    const told = call
      .messages()
      .map(({ type, role, transcriptType, transcript, status }) =>
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
    expect(call.messages().at(-1)).toEqual({ type: "status-update", status: "ended", endedReason: "customer-ended-call" });
    const history = call.messages().findLast(({ type }) => type === "conversation-update")?.messagesOpenAIFormatted;
    expect(history).toMatchObject([{ role: "system" }, { role: "assistant" }, { role: "user" }, { role: "assistant" }]);
    expect(call.telemetry()[0]).toEqual({ type: "session", hearing: "browser", recording: true, waitsForCallerMs: 10_000 });
  });

  it("is reported to the server while it goes on", async () => {
    const call = await holdCall({ ...RILEY, firstMessage: "Hello. How are you?" });
    await call.spoke(1);
    call.sendTelemetry({ type: "recognized", text: "when", final: false });
    call.sendTelemetry({ type: "recognized", text: "when are you open on sunday", final: true });
    await call.spoke(2);
    call.call.end("worker-shutdown");
    await call.ended();
    const { events, partials } = call.told;
    const texts = (role: string) => partials.filter((line) => line.role === role).map(({ text }) => text);
    expect(texts("assistant").slice(0, 2)).toEqual(["Hello.", "Hello. How are you?"]);
    expect(texts("user").at(-1)).toBe("when are you open on sunday");
    for (const { role, text, startMs, seq } of partials) {
      const said = events.find((event) => event.seq >= seq && event.type === `${role}.said`);
      expect(said?.payload).toMatchObject({ text: expect.stringContaining(text), startMs: expect.any(Number) });
      expect(startMs).toBeGreaterThanOrEqual(0);
    }
  });

  it("relates the clocks and keeps the first audible sample of a turn", async () => {
    const call = await holdCall(RILEY);
    call.sendTelemetry({ type: "ping", clientMs: 17 });
    expect(call.telemetry().at(-1)).toMatchObject({ type: "pong", clientMs: 17, callMs: expect.any(Number) });
    await call.spoke(1);
    call.sendTelemetry({ type: "audible", turn: 0, atCallMs: 321.5 });
    await passUntil(() => expect(call.payloads("turn").map(({ firstAudibleMs }) => firstAudibleMs)).toContain(322));
    call.call.end("worker-shutdown");
  });

  it("goes on after garbage", async () => {
    const call = await holdCall(RILEY);
    for (const garbage of ["{", '{"type":"dance"}', "playable"]) call.send(garbage);
    call.send({ type: "say", content: "Still here." });
    await call.spoke(2);
    expect(call.said()[1]).toBe("Still here.");
    call.call.end("worker-shutdown");
  });
});

describe("the first message", () => {
  it("is left to the caller when the assistant waits, and can be asked for", async () => {
    const call = await holdCall(WAITS);
    call.send({ type: "add-message", message: { role: "user", content: "Are you open on Sunday?" } });
    await call.spoke(1);
    expect(call.said()[0]).toMatch(/sunday/i);
    call.send({ type: "control", control: "say-first-message" });
    await call.spoke(2);
    expect(call.said()[1]).toBe(RILEY.firstMessage);
    expect(call.payloads("control")).toEqual([{ control: "say-first-message" }]);
    call.call.end("worker-shutdown");
  });
});

describe("a call that its page records on video", () => {
  const FILMED = { ...RILEY, artifactPlan: { videoRecordingEnabled: true } };
  const recordingRuns = { type: "control", control: "say-first-message", videoRecordingStartDelaySeconds: 0.4 } as const;

  it("begins to speak once the recording runs", async () => {
    const call = await holdCall(FILMED);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(call.payloads("speech.started")).toEqual([]);
    call.send(recordingRuns);
    await call.spoke(1);
    expect(call.said()).toEqual([RILEY.firstMessage]);
    expect(call.payloads("control")).toEqual([{ control: "say-first-message", videoRecordingStartDelaySeconds: 0.4 }]);
    call.call.end("worker-shutdown");
  });

  it("waits no longer than a recording may take to begin", async () => {
    const call = await holdCall(FILMED);
    await call.spoke(1);
    expect(call.said()).toEqual([RILEY.firstMessage]);
    call.call.end("worker-shutdown");
  });

  it("leaves the first word to the caller when the settings say so", async () => {
    const call = await holdCall({ ...FILMED, firstMessageMode: "assistant-waits-for-user" });
    call.send(recordingRuns);
    call.send({ type: "say", content: "Still here." });
    await call.spoke(1);
    expect(call.said()).toEqual(["Still here."]);
    call.call.end("worker-shutdown");
  });
});

describe("taking turns", () => {
  const speaks = (call: Awaited<ReturnType<typeof holdCall>>) =>
    passUntil(() => expect(call.payloads("speech.started")).not.toEqual([]));

  it("answers words over a speech that may not be interrupted after that speech", async () => {
    const call = await holdCall({ ...RILEY, firstMessage: LONG_MESSAGE });
    await speaks(call);
    call.sendTelemetry({ type: "recognized", text: "okay", final: true });
    call.sendTelemetry({ type: "recognized", text: "are you open on sunday", final: true });
    await call.spoke(2);
    expect(call.payloads("assistant.said")[0]).toMatchObject({ text: LONG_MESSAGE, interrupted: false });
    expect(call.said()[1]).toMatch(/sunday/i);
    expect(call.payloads("user.said").map(({ text }) => text)).toEqual(["okay", "are you open on sunday"]);
    call.call.end("worker-shutdown");
  });

  it("goes on after an acknowledgement and after noise", async () => {
    const noise = await speechSample("Okay.");
    const call = await holdCall({ ...RILEY, firstMessage: LONG_MESSAGE, firstMessageInterruptionsEnabled: true });
    await speaks(call);
    const sound = Int16Array.of(...noise, ...new Int16Array(SAMPLE_RATE));
    for (let start = 0; start + FRAME_SAMPLES <= sound.length; start += FRAME_SAMPLES)
      call.transport.listener?.onAudio(sound.slice(start, start + FRAME_SAMPLES));
    await passUntil(() => expect(call.payloads("speech.stopped")).toMatchObject([{ role: "user" }]));
    call.sendTelemetry({ type: "recognized", text: "okay", final: true });
    await call.spoke(1);
    expect(call.payloads("assistant.said")).toMatchObject([{ text: LONG_MESSAGE, interrupted: false }]);
    expect(call.payloads("user.interrupted")).toEqual([]);
    call.call.end("worker-shutdown");
  });
});

describe("a line that sends no silence", () => {
  it("ends a caller's turn when its sound stops", async () => {
    const call = await holdCall(RILEY);
    await call.spoke(1);
    const question = await speechSample("What are your opening hours?");
    for (let start = 0; start + FRAME_SAMPLES <= question.length; start += FRAME_SAMPLES)
      call.transport.listener?.onAudio(question.slice(start, start + FRAME_SAMPLES));
    await passUntil(() => expect(call.payloads("speech.stopped")).toContainEqual(expect.objectContaining({ role: "user" })));
    call.call.end("worker-shutdown");
  });
});

describe("a call ends by itself", () => {
  it("when nobody speaks, after a farewell", async () => {
    const call = await holdCall({ ...RILEY, silenceTimeoutSeconds: 5, endCallMessage: "Goodbye then." });
    expect(await call.ended()).toBe("silence-timed-out");
    expect(call.said()).toEqual([RILEY.firstMessage, "Goodbye then."]);
  });

  it("when the assistant says an end-call phrase", async () => {
    const call = await holdCall({ ...RILEY, endCallPhrases: ["we are closed"], endCallMessage: "See you on Monday." });
    const content = "Are you open on Sunday, or is it that we are closed?";
    call.send({ type: "add-message", message: { role: "user", content } });
    expect(await call.ended()).toBe("assistant-said-end-call-phrase");
    expect(call.said().at(-1)).toContain("See you on Monday.");
  });
});

describe("failures", () => {
  const HELLO = { type: "add-message", message: { role: "user", content: "Hello?" } } as const;

  it("of a model are spoken and reported, and end the call at the third in a row", async () => {
    // No server listens on the discard port.
    const model = { provider: "custom-llm", model: "none", url: "http://127.0.0.1:9/v1" } as const;
    const call = await holdCall({ ...RILEY, model, failureMessage: "Something is broken." });
    await call.spoke(1);
    for (const count of [1, 2, 3]) {
      call.send(HELLO);
      await call.spoke(count + 1);
      expect(call.payloads("failure")).toHaveLength(count);
    }
    expect(await call.ended()).toBe("call.in-progress.error-providerfault-custom-llm-llm-failed");
    expect(call.said().slice(1)).toEqual(["Something is broken.", "Something is broken.", "Something is broken."]);
    expect(call.payloads("failure")[0]).toMatchObject({ part: "model", provider: "custom-llm" });
  });

  it("of a transcriber's settings fall back to hearing what can be heard", async () => {
    const call = await holdCall({ ...RILEY, transcriber: { provider: "deepgram" } });
    await call.spoke(1);
    expect(call.payloads("failure")[0]).toMatchObject({ part: "transcriber", provider: "deepgram" });
    call.call.end("worker-shutdown");
  });

  it("of the defaults say the default sentence", async () => {
    const call = await holdCall({ ...RILEY, model: { provider: "openai", model: "gpt-test" } });
    await call.spoke(1);
    call.send(HELLO);
    await call.spoke(2);
    expect(call.said()[1]).toBe(ASSISTANT_DEFAULTS.failureMessage);
    call.call.end("worker-shutdown");
  });
});

describe("a request to a running call", () => {
  it("adds a message in silence", async () => {
    const call = await holdCall(RILEY);
    await call.spoke(1);
    const message = { role: "system", content: "The caller is Ada." } as const;
    call.send({ type: "add-message", message, triggerResponseEnabled: false });
    await passUntil(() => expect(call.payloads("message.added")).toEqual([message]));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(call.said()).toHaveLength(1);
    call.call.end("worker-shutdown");
  });

  it("says what a supervisor wants said, cutting the assistant off, and hangs up after it", async () => {
    const call = await holdCall({ ...RILEY, firstMessage: LONG_MESSAGE });
    await passUntil(() => expect(call.payloads("speech.started")).not.toEqual([]));
    const message = { type: "say", content: "We close now.", interruptionsEnabled: false } as const;
    call.call.control({ ...message, interruptAssistantEnabled: true, endCallAfterSpoken: true }, ADA);
    expect(await call.ended()).toBe("assistant-ended-call-after-message-spoken");
    expect(call.payloads("assistant.said").map(({ interrupted }) => interrupted)).toEqual([true, false]);
    expect(call.payloads("user.interrupted")).toEqual([]);
    expect(call.payloads("control")).toEqual([{ control: "say", by: ADA }]);
  });

  it("mutes the assistant's sound, not its words", async () => {
    const call = await holdCall(WAITS);
    call.send({ type: "control", control: "mute-assistant" });
    call.send({ type: "say", message: "Nobody hears this." });
    await call.spoke(1);
    expect(call.transport.wasAudible).toBe(false);
    call.send({ type: "control", control: "unmute-assistant" });
    call.send({ type: "say", message: "Everybody hears this." });
    await call.spoke(2);
    expect(call.transport.wasAudible).toBe(true);
    call.call.end("worker-shutdown");
  });
});

describe("a person who takes the call over", () => {
  const BOB = { userId: "5a0f2c1e-0000-4000-8000-000000000001", name: "Bob" };
  const PLAIN = { endCallAfterSpoken: false, interruptionsEnabled: false, interruptAssistantEnabled: false };
  const words = (call: Awaited<ReturnType<typeof holdCall>>) =>
    call.payloads("assistant.said").map(({ text, by, heard }) => [text, by, heard]);

  it("is heard, and the assistant is not, until the call is given back", async () => {
    const call = await holdCall(WAITS);
    call.call.control({ type: "take-over" }, ADA);
    call.sendTelemetry({ type: "recognized", text: "when are you open on sunday", final: true });
    await call.spoke(1);
    expect(call.transport.wasAudible).toBe(false);
    call.call.control({ type: "say", content: "One moment.", ...PLAIN }, ADA);
    call.call.control({ type: "say", content: "I am looking it up.", ...PLAIN }, ADA);
    await call.spoke(3);
    expect(call.transport.wasAudible).toBe(true);
    call.call.control({ type: "give-back" }, ADA);
    call.sendTelemetry({ type: "recognized", text: "when are you open on saturday", final: true });
    await call.spoke(4);
    expect(words(call)).toEqual([
      [expect.stringMatching(/sunday/i), undefined, "not"],
      ["One moment.", "Ada", undefined],
      ["I am looking it up.", "Ada", undefined],
      [expect.stringMatching(/saturday/i), undefined, undefined],
    ]);
    const controls = ["take-over", "say", "say", "give-back"].map((control) => ({ control, by: ADA }));
    expect(call.payloads("control")).toEqual(controls);
    // The assistant does not believe that it has said what nobody heard.
    const { messagesOpenAIFormatted: history } = call.messages().findLast(({ type }) => type === "conversation-update") ?? {};
    const said = (history as { role: string; content: string }[]).flatMap(({ role, content }) =>
      role === "assistant" ? content : [],
    );
    expect(said).toEqual(["One moment.", "I am looking it up.", expect.stringMatching(/saturday/i)]);
    call.call.end("worker-shutdown");
  });

  it("loses it when the lease is over, keeps it while it is renewed, and shares it with nobody", async () => {
    const call = await holdCall({ ...WAITS, silenceTimeoutSeconds: 10 });
    const controls = () => call.payloads("control");
    call.call.control({ type: "take-over" }, ADA);
    for (let renewed = 0; renewed < 6; renewed++) {
      await vi.advanceTimersByTimeAsync(TAKE_OVER_RENEW_MS);
      call.call.control({ type: "renew-take-over" }, ADA);
    }
    call.call.control({ type: "take-over" }, BOB);
    call.call.control({ type: "give-back" }, BOB);
    call.call.control({ type: "renew-take-over" }, BOB);
    await vi.advanceTimersByTimeAsync(TAKE_OVER_LEASE_MS - 10);
    await vi.advanceTimersByTimeAsync(0);
    expect(controls()).toEqual([{ control: "take-over", by: ADA }]);
    await vi.advanceTimersByTimeAsync(10);
    await passUntil(() => expect(controls()).toHaveLength(2));
    expect(controls()[1]).toEqual({ control: "give-back", by: ADA, lapsed: true });
    // The silence of the call was not that of the assistant: it is counted from now on.
    expect(call.told.ended).toEqual([]);
    call.call.control({ type: "renew-take-over" }, ADA);
    expect(controls()).toHaveLength(2);
    call.call.end("worker-shutdown");
  });

  it("cuts off what the assistant says, which ends no call then", async () => {
    const call = await holdCall({ ...RILEY, firstMessage: LONG_MESSAGE, endCallPhrases: ["nobody hears this one"] });
    await passUntil(() => expect(call.payloads("speech.started")).not.toEqual([]));
    call.call.control({ type: "take-over" }, ADA);
    await call.spoke(1);
    expect(call.payloads("assistant.said")[0]).toMatchObject({ interrupted: true });
    expect(call.payloads("user.interrupted")).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(call.told.ended).toEqual([]);
    call.call.end("worker-shutdown");
  });
});
