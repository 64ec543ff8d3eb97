import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "../../media/audio-format.ts";
import type { CallHappening } from "../call-happening.ts";
import { isMailboxGreeting, Voicemail } from "./voicemail.ts";
import { voicemailPlan } from "./voicemail-plan.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("words of greetings", () => {
  it.each([
    "Hello. You have reached the mailbox of this number. Please leave a message after the tone.",
    "hi this is Anna I can't come to the phone right now",
    "The person you are trying to reach is not available",
    "Guten Tag, bitte hinterlassen Sie eine Nachricht nach dem Signalton",
    "Vous êtes bien sur la messagerie vocale de Paul",
    "Deje su mensaje después del tono",
  ])("knows %s", (text) => expect(isMailboxGreeting(text)).toBe(true));

  it.each([
    "Hello?",
    "Yes, this is Anna speaking.",
    "Would you like to leave a message?",
    "Can I leave a message for him?",
    "I was on the phone",
    "Who is calling, please?",
  ])("takes %s for a person's", (text) => expect(isMailboxGreeting(text)).toBe(false));
});

const beep = Int16Array.from({ length: SAMPLE_RATE * 0.4 }, (_, at) => Math.round(9_000 * Math.sin((at * 2 * Math.PI) / 16)));
const quiet = (ms: number) => new Int16Array((SAMPLE_RATE * ms) / 1000);

function answer(detection: Parameters<typeof voicemailPlan>[0], message: string | undefined = "Please call back.") {
  const told = { said: [] as string[], ended: [] as string[], found: [] as string[], held: 0, released: 0 };
  const dialogue = {
    resumeSpeaking: () => {
      told.released += 1;
    },
    standBy: () => {
      told.held += 1;
    },
    takeTurn: () => {},
    say: (text: string) => {
      told.said.push(text);
      return undefined;
    },
  };
  const scope = { dialogue, end: (reason: string) => void told.ended.push(reason), now: () => performance.now() };
  const voicemail = new Voicemail(scope, {
    plan: voicemailPlan(detection),
    message,
    onFound: (by) => told.found.push(by),
  });
  voicemail.answered();
  const hear = (pcm: Int16Array) => {
    for (let at = 0; at < pcm.length; at += FRAME_SAMPLES) {
      voicemail.hear(pcm.subarray(at, at + FRAME_SAMPLES));
      voicemail.tick();
    }
  };
  /** How much of the media clock passes before the message may begin. */
  const waits = () => {
    for (let ms = 0; ms < 1_000; ms += FRAME_MS) {
      if (told.released > 0) return ms;
      voicemail.tick();
    }
    return undefined;
  };
  const words = (text: string) => voicemail.follow({ type: "user-words", text, final: true } as CallHappening);
  return { voicemail, told, hear, words, waits };
}

const GREETING = "please leave a message after the tone";
const OWN = { provider: "vapi" as const };

describe("a mailbox", () => {
  it("gets the message after its beep, when it records, and a person gets none", () => {
    const { told, hear, words, waits } = answer(OWN);
    words("hello");
    words(GREETING);
    expect([told.found, told.held, told.said]).toEqual([["words"], 1, []]);
    hear(quiet(600));
    hear(beep);
    expect(told.said).toEqual([]);
    hear(quiet(100));
    // The voice prepares the message meanwhile.
    expect([told.said, told.released]).toEqual([["Please call back."], 0]);
    const pausedMs = 100 + (waits() ?? 0);
    expect(pausedMs).toBeGreaterThanOrEqual(300);
    expect(pausedMs).toBeLessThanOrEqual(500);
    expect(told.released).toBe(1);
  });

  it("is known by its beep alone, unless only words count", () => {
    const byBeep = answer(OWN);
    byBeep.hear(beep);
    byBeep.hear(quiet(100));
    expect([byBeep.told.found, byBeep.told.said]).toEqual([["beep"], ["Please call back."]]);
    const byWords = answer({ ...OWN, type: "transcript" });
    byWords.hear(beep);
    byWords.hear(quiet(100));
    expect(byWords.told.found).toEqual([]);
    // The words are recognized after the beep.
    byWords.words(GREETING);
    expect(byWords.told.said).toEqual(["Please call back."]);
  });

  it("whose words are recognized long after its beep gets the message at once", () => {
    const { told, hear, words } = answer({ ...OWN, type: "transcript" });
    hear(beep);
    hear(quiet(600));
    words(GREETING);
    expect([told.said, told.released]).toEqual([["Please call back."], 1]);
  });

  it("gets the message without a beep after beepMaxAwaitSeconds from the answer", () => {
    const { told, words } = answer({ ...OWN, beepMaxAwaitSeconds: 8 });
    vi.advanceTimersByTime(3_000);
    words(GREETING);
    vi.advanceTimersByTime(4_900);
    expect(told.said).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(told.said).toHaveLength(1);
  });

  it("is not looked for after the time for it, nor when it is off", () => {
    const late = answer({ ...OWN, backoffPlan: { startAtSeconds: 1, frequencySeconds: 2.5, maxRetries: 2 } });
    vi.advanceTimersByTime(6_100);
    late.words(GREETING);
    const off = answer("off");
    off.words(GREETING);
    const human = answer({ provider: "twilio", voicemailDetectionTypes: ["human"] });
    human.words(GREETING);
    expect([late, off, human].map(({ told }) => told.found)).toEqual([[], [], []]);
  });

  it("without a message is hung up on", () => {
    const { told, words } = answer(OWN, "");
    words(GREETING);
    expect(told.ended).toEqual(["voicemail"]);
  });

  it("of Twilio's types gets the message after silence, or at once", () => {
    const silent = answer({ provider: "twilio", machineDetectionSpeechEndThreshold: 1_000 });
    silent.words(GREETING);
    silent.hear(quiet(900));
    expect(silent.told.said).toEqual([]);
    silent.hear(quiet(200));
    expect(silent.told.said).toHaveLength(1);
    const early = answer({ provider: "twilio", voicemailDetectionTypes: ["machine_start"] });
    early.words(GREETING);
    expect(early.told.said).toHaveLength(1);
  });

  it("that the carrier has recognized gets the message at once, where the plan asks the carrier", () => {
    const byCarrier = answer({ provider: "twilio" });
    for (const who of ["human", "machine_start", "unknown"]) byCarrier.voicemail.carrierSays(who);
    expect(byCarrier.told.found).toEqual([]);
    byCarrier.voicemail.carrierSays("machine_end_beep");
    expect([byCarrier.told.found, byCarrier.told.said]).toEqual([["carrier"], ["Please call back."]]);
    // The words were heard earlier, and the carrier reports the end of the greeting.
    const byWords = answer({ provider: "twilio" });
    byWords.words(GREETING);
    byWords.voicemail.carrierSays("machine_end_silence");
    expect([byWords.told.found, byWords.told.said]).toEqual([["words"], ["Please call back."]]);
    const own = answer(OWN);
    own.voicemail.carrierSays("machine_end_beep");
    expect(own.told.found).toEqual([]);
  });

  it("whose beep the carrier hears begin gets the message when the beep is over", () => {
    const { voicemail, told, hear, waits } = answer({ provider: "twilio" });
    // Too deep for the detector of this side.
    const hum = Int16Array.from({ length: SAMPLE_RATE / 2 }, (_, at) => Math.round(9_000 * Math.sin(at / 40)));
    hear(quiet(1_000));
    voicemail.carrierSays("machine_beep_start");
    hear(quiet(100));
    hear(hum);
    expect([told.found, told.said]).toEqual([["carrier"], []]);
    hear(quiet(200));
    expect([told.said, told.released, waits()]).toEqual([["Please call back."], 0, 190]);
  });

  it("that the assistant has understood gets the tool's message, after the beep if it is to wait", () => {
    const now = answer("off");
    now.voicemail.leave("From the tool.", false);
    expect([now.told.found, now.told.said]).toEqual([["tool"], ["From the tool."]]);
    const later = answer("off");
    later.voicemail.leave(undefined, true);
    expect(later.told.said).toEqual([]);
    later.hear(beep);
    later.hear(quiet(100));
    expect(later.told.said).toEqual(["Please call back."]);
  });
});
