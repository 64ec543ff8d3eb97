import { HANDSET_NUMBER, HANDSET_NUMBERS, type PhoneNumber, RING_SECONDS } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../logger.ts";
import type { IncomingPhoneCall, PhoneCallEnd, PhoneLine, PhoneMedia } from "./phone-line.ts";
import { SimulatedLine } from "./simulated-line.ts";
import { simulatedOutcome } from "./simulated-outcome.ts";

const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";
const NUMBER = { id: ORG, orgId: ORG, provider: "simulated", number: "+12025550110" } as PhoneNumber;

/** What the other side of a line under test can be made to do. */
interface LineUnderTest {
  line: PhoneLine;
  /** A number whose phone does this. */
  numberThat: Record<"rings" | "is busy" | "declines" | "never answers" | "is picked up", string>;
  /** The other side picks up the leg that rings, hangs up, or calls us. */
  pickUp(callId: string): Promise<void>;
  hangUpThere(callId: string): void;
  callUs(): Promise<void>;
}

function simulated(): LineUnderTest {
  const line = new SimulatedLine({ now: () => new Date(), log: createLogger({ logLevel: "silent" }) });
  return {
    line,
    numberThat: {
      rings: HANDSET_NUMBER,
      "is busy": "+12025550103",
      declines: "+12025550105",
      "never answers": "+12025550104",
      "is picked up": "+12025550101",
    },
    pickUp: async (callId) => void (await line.pickUp(ORG, callId, "offer")),
    hangUpThere(callId) {
      try {
        line.hangUp(ORG, callId);
      } catch (error) {
        // The leg has ended.
        expect(error).toMatchObject({ code: "not-found" });
      }
    },
    callUs: async () => void (await line.call(ORG, NUMBER, "offer")),
  };
}

const LINES: [name: string, open: () => LineUnderTest][] = [["simulated", simulated]];
let calls = 0;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function media(answer = async (offer: string) => `answer to ${offer}`) {
  const told: string[] = [];
  const at: PhoneMedia = {
    callId: `call-${calls++}`,
    answer: (offer) => {
      told.push(`answered ${offer}`);
      return answer(offer);
    },
    play: (script: PhoneScript) => told.push(`played ${script.length > 0}`),
  };
  return { at, told };
}

function dial({ line }: LineUnderTest, to: string, sound = media()) {
  const told: string[] = [];
  const leg = line.dial({
    ...{ orgId: ORG, from: NUMBER, to, callerName: "Riley", ringSeconds: RING_SECONDS.default },
    media: sound.at,
  });
  leg.listen({ onRinging: () => told.push("ringing"), onEnded: (end: PhoneCallEnd) => told.push(end) });
  return { leg, told, sound, id: sound.at.callId };
}

describe.each(LINES)("a line: %s", (_name, open) => {
  it("tells what became of a call that nobody takes, once and last", async () => {
    const tested = open();
    for (const [number, expected] of [
      [tested.numberThat["is busy"], ["busy"]],
      [tested.numberThat.declines, ["ringing", "declined"]],
      [tested.numberThat["never answers"], ["ringing", "no-answer"]],
      [tested.numberThat.rings, ["ringing", "no-answer"]],
    ] as const) {
      const { leg, told, sound } = dial(tested, number);
      expect(told).toEqual([]);
      await vi.advanceTimersByTimeAsync((RING_SECONDS.default + 1) * 1_000);
      leg.hangUp();
      await vi.runAllTimersAsync();
      expect(told).toEqual(expected);
      expect(sound.told).toEqual([]);
    }
  });

  it("connects the sound when the phone is picked up, and tells that the other side hangs up", async () => {
    const tested = open();
    const { told, sound, id } = dial(tested, tested.numberThat.rings);
    await vi.advanceTimersByTimeAsync(1_000);
    await tested.pickUp(id);
    await expect(tested.pickUp(id)).rejects.toMatchObject({ code: "call-not-joinable" });
    expect(sound.told).toEqual(["answered offer"]);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(told).toEqual(["ringing"]);
    tested.hangUpThere(id);
    tested.hangUpThere(id);
    expect(told).toEqual(["ringing", "hung-up"]);
  });

  it("says nothing more after we hang up: before it rings, while it rings, and in the call", async () => {
    const tested = open();
    const stages = [
      async () => {},
      async () => void (await vi.advanceTimersByTimeAsync(1_000)),
      async (id: string) => {
        await vi.advanceTimersByTimeAsync(1_000);
        await tested.pickUp(id);
      },
    ];
    for (const reach of stages) {
      const { leg, told, id } = dial(tested, tested.numberThat.rings);
      await reach(id);
      const before = [...told];
      leg.hangUp();
      tested.hangUpThere(id);
      await vi.runAllTimersAsync();
      expect(told).toEqual(before);
      await expect(tested.pickUp(id)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("tells a listener that comes late what has happened", async () => {
    const tested = open();
    const leg = tested.line.dial({
      ...{ orgId: ORG, from: NUMBER, to: tested.numberThat["is busy"], callerName: undefined, ringSeconds: 1 },
      media: media().at,
    });
    await vi.runAllTimersAsync();
    const told: string[] = [];
    leg.listen({ onRinging: () => told.push("ringing"), onEnded: (end) => told.push(end) });
    expect(told).toEqual(["busy"]);
  });

  it("fails the leg whose sound cannot be connected", async () => {
    const tested = open();
    const refused = media(async () => Promise.reject(new Error("no port is free")));
    const { told, id } = dial(tested, tested.numberThat.rings, refused);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(tested.pickUp(id)).rejects.toThrow("no port is free");
    expect(told).toEqual(["ringing", "failed"]);
  });

  it("hands incoming calls over, and gives the caller the reason when they cannot be taken", async () => {
    const tested = open();
    const { at, told } = media();
    const got: IncomingPhoneCall[] = [];
    let problem: Error | undefined;
    tested.line.open({
      onCall: async (incoming) => {
        got.push(incoming);
        if (problem) throw problem;
        await incoming.answer(at);
      },
    });
    await tested.callUs();
    expect(got[0]).toMatchObject({ orgId: ORG, from: HANDSET_NUMBER, to: { number: NUMBER.number } });
    expect(told).toEqual(["answered offer"]);
    const heard: string[] = [];
    got[0]?.listen({ onRinging: () => heard.push("ringing"), onEnded: (end) => heard.push(end) });
    tested.hangUpThere(at.callId);
    expect(heard).toEqual(["hung-up"]);
    problem = new Error("nobody answers it");
    await expect(tested.callUs()).rejects.toThrow("nobody answers it");
  });
});

describe("the simulated line", () => {
  it("lets scripted people and mailboxes pick up", async () => {
    const tested = simulated();
    for (const to of ["+12025550101", "+12025550102", "+12025550106"]) {
      const { sound, told } = dial(tested, to);
      await vi.advanceTimersByTimeAsync(10_000);
      expect([...told, ...sound.told]).toEqual(["ringing", "played true"]);
    }
  });

  it("shows what rings to its own organization alone, and only while it rings", async () => {
    const tested = simulated();
    const line = tested.line as SimulatedLine;
    const { id, told } = dial(tested, HANDSET_NUMBER);
    expect(line.calls(ORG)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(line.calls(ORG)).toMatchObject([{ id, line: 1, from: NUMBER.number, name: "Riley", isAnswered: false }]);
    expect(line.calls("another")).toEqual([]);
    expect(() => line.refuse("another", id, "busy")).toThrow(expect.objectContaining({ code: "not-found" }));
    expect(() => line.hangUp("another", id)).toThrow(expect.objectContaining({ code: "not-found" }));
    expect(told).toEqual(["ringing"]);
    line.refuse(ORG, id, "busy");
    expect(told).toEqual(["ringing", "busy"]);
    expect(line.calls(ORG)).toEqual([]);
  });

  it("has a second telephone, which a call can be transferred to, but not to itself", async () => {
    const tested = simulated();
    const line = tested.line as SimulatedLine;
    const first = dial(tested, HANDSET_NUMBERS[0]);
    await vi.advanceTimersByTimeAsync(1_000);
    await line.pickUp(ORG, first.id, "offer");
    const toItself = dial(tested, HANDSET_NUMBERS[0], first.sound);
    const second = line.dial({
      ...{ orgId: ORG, from: NUMBER, to: HANDSET_NUMBERS[1], callerId: "+14155550100", callerName: "Ada", ringSeconds: 20 },
      media: first.sound.at,
    });
    second.listen({ onRinging: () => {}, onEnded: () => {} });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(toItself.told).toEqual(["busy"]);
    first.leg.sendKeys("1w2#");
    expect(line.calls(ORG)).toMatchObject([
      { id: first.id, line: 1, isAnswered: true, keys: "12#" },
      { id: first.id, line: 2, isAnswered: false, from: "+14155550100", name: "Ada" },
    ]);
    await line.pickUp(ORG, first.id, "offer");
    line.hangUp(ORG, first.id, 2);
    expect(line.calls(ORG)).toMatchObject([{ line: 1 }]);
  });

  it("draws the same outcome for a number and a seed, in about the parts of the mix", () => {
    const outcomes = { answers: 60, voicemail: 20, busy: 10, noAnswer: 10 };
    const from = { ...NUMBER, outcomes, seed: 7 } as PhoneNumber;
    const numbers = Array.from({ length: 1_000 }, (_, index) => `+1415555${String(index).padStart(4, "0")}`);
    const drawn = numbers.map((to) => simulatedOutcome(from, to));
    expect(numbers.map((to) => simulatedOutcome(from, to))).toEqual(drawn);
    expect(numbers.map((to) => simulatedOutcome({ ...from, seed: 8 } as PhoneNumber, to))).not.toEqual(drawn);
    for (const [outcome, percent] of Object.entries(outcomes))
      expect(Math.abs(drawn.filter((each) => each === outcome).length / 10 - percent)).toBeLessThan(5);
    expect(simulatedOutcome({ ...from, outcomes: { declined: 1 } } as PhoneNumber, "+14155550123")).toBe("declined");
    expect(simulatedOutcome({ ...from, outcomes: { declined: 1 } } as PhoneNumber, HANDSET_NUMBER)).toBe("handset");
  });
});
