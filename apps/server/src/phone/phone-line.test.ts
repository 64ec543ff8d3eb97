import { HANDSET_NUMBER, HANDSET_NUMBERS, type PhoneNumber, PlatformError, RING_SECONDS } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PhoneMedia } from "../calls/hosted-call.ts";
import { createLogger } from "../logger.ts";
import type { IncomingPhoneCall, PhoneCallEnd, PhoneLine } from "./phone-line.ts";
import { SimulatedLine } from "./simulated-line.ts";
import { simulatedOutcome } from "./simulated-outcome.ts";
import { openTwilioLine, type TwilioUnderTest } from "./testing/open-twilio-line.ts";

const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";
const NUMBER = { id: ORG, orgId: ORG, provider: "simulated", number: "+12025550110" } as PhoneNumber;

/** What the other side of a line under test can be made to do. */
interface LineUnderTest {
  line: PhoneLine;
  /** The number that calls, and is called. */
  number: PhoneNumber;
  /** The number that calls it. */
  caller: string;
  /** A number whose phone does this. */
  numberThat: Record<"rings" | "is busy" | "declines" | "never answers", string>;
  /** So much time passes, and everything that was sent has arrived. */
  pass(ms: number): Promise<void>;
  /** The other side picks up the leg that rings, presses a key, hangs up, or calls us. */
  pickUp(callId: string): Promise<void>;
  hangUpThere(callId: string): Promise<void>;
  isOverThere(callId: string): Promise<boolean>;
  /** False when the call is not taken. */
  callUs(): Promise<boolean>;
  close(): Promise<void>;
}

function simulated(): LineUnderTest & { line: SimulatedLine } {
  vi.useFakeTimers();
  const line = new SimulatedLine({ now: () => new Date(), log: createLogger({ logLevel: "silent" }) });
  const failing = (act: () => unknown) => {
    try {
      act();
      return undefined;
    } catch (error) {
      return error;
    }
  };
  return {
    line,
    number: NUMBER,
    caller: HANDSET_NUMBER,
    numberThat: {
      rings: HANDSET_NUMBER,
      "is busy": "+12025550103",
      declines: "+12025550105",
      "never answers": "+12025550104",
    },
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    pickUp: async (callId) => void (await line.pickUp(ORG, callId, "offer")),
    hangUpThere: async (callId) => void failing(() => line.hangUp(ORG, callId)),
    isOverThere: async (callId) => failing(() => line.hangUp(ORG, callId)) !== undefined,
    callUs: () =>
      line.call(ORG, NUMBER, "offer").then(
        () => true,
        () => false,
      ),
    close: async () => void vi.useRealTimers(),
  };
}

async function twilio(): Promise<LineUnderTest & TwilioUnderTest> {
  const tested = await openTwilioLine();
  const latest = () => tested.fake.calls.at(-1);
  return {
    ...tested,
    caller: "+14155550199",
    numberThat: {
      rings: "+14155550100",
      "is busy": "+14155550103",
      declines: "+14155550105",
      "never answers": "+14155550104",
    },
    pass: async (ms) => {
      await tested.line.settled();
      await tested.fake.pass(ms);
    },
    pickUp: async (callId) => {
      await latest()?.pickUp();
      await vi.waitFor(() => expect(tested.connected).toContain(callId));
    },
    hangUpThere: async () => {
      latest()?.hangUp();
      await tested.fake.pass(0);
    },
    isOverThere: async () => latest()?.isOver ?? true,
    callUs: async () => (await tested.fake.callIn("+14155550199")).status === "in-progress",
  };
}

const LINES: [name: string, open: () => Promise<LineUnderTest>][] = [
  ["simulated", async () => simulated()],
  ["twilio", twilio],
];
let calls = 0;
const opened: LineUnderTest[] = [];

async function under<Tested extends LineUnderTest>(test: Tested | Promise<Tested>): Promise<Tested> {
  const tested = await test;
  opened.push(tested);
  return tested;
}

afterEach(async () => {
  for (const tested of opened.splice(0)) await tested.close();
});

function media(answer = async (offer: string) => `answer to ${offer}`) {
  const told: string[] = [];
  const at: PhoneMedia = {
    callId: `0e3ad8ab-7ed2-4b1c-a3f7-${String(calls++).padStart(12, "0")}`,
    answer: (offer) => {
      told.push("sound");
      return answer(offer);
    },
    offer: async () => ({ sdp: "offer", take: async () => void told.push("sound") }),
    press: (key) => told.push(key),
    play: (script: PhoneScript) => told.push(`played ${script.length > 0}`),
    connect: () => {
      told.push("sound");
      return (input) => told.push(JSON.stringify(input));
    },
  };
  return { at, told };
}

function dial({ line, number }: LineUnderTest, to: string, sound = media()) {
  const told: string[] = [];
  const leg = line.dial({
    ...{ orgId: ORG, from: number, to, callerName: "Riley", ringSeconds: RING_SECONDS.default },
    media: sound.at,
  });
  leg.listen({ onRinging: () => told.push("ringing"), onEnded: (end: PhoneCallEnd) => told.push(end) });
  return { leg, told, sound, id: sound.at.callId };
}

describe.each(LINES)("a line: %s", (_name, open) => {
  it("tells what became of a call that nobody takes, once and last", async () => {
    const tested = await under(open());
    for (const [number, expected] of [
      [tested.numberThat["is busy"], ["busy"]],
      [tested.numberThat.declines, ["ringing", "declined"]],
      [tested.numberThat["never answers"], ["ringing", "no-answer"]],
      [tested.numberThat.rings, ["ringing", "no-answer"]],
    ] as const) {
      const { leg, told, sound } = dial(tested, number);
      expect(told).toEqual([]);
      await tested.pass(1_000);
      await tested.pass((RING_SECONDS.default + 1) * 1_000);
      leg.hangUp();
      await tested.pass(60_000);
      expect(told).toEqual(expected);
      expect(sound.told).toEqual([]);
    }
  });

  it("connects the sound when the phone is picked up, and tells that the other side hangs up", async () => {
    const tested = await under(open());
    const { told, sound, id } = dial(tested, tested.numberThat.rings);
    await tested.pass(1_000);
    await tested.pickUp(id);
    await tested.pickUp(id).catch((error: unknown) => expect(error).toMatchObject({ code: "call-not-joinable" }));
    expect(sound.told).toEqual(["sound"]);
    await tested.pass(60 * 60_000);
    expect(told).toEqual(["ringing"]);
    await tested.hangUpThere(id);
    await tested.hangUpThere(id);
    await vi.waitFor(() => expect(told).toEqual(["ringing", "hung-up"]));
  });

  it("says nothing more after we hang up, and the telephone is free: before it rings, while it rings, and in the call", async () => {
    const tested = await under(open());
    const stages = [
      async () => {},
      async () => tested.pass(1_000),
      async (id: string) => {
        await tested.pass(1_000);
        await tested.pickUp(id);
      },
    ];
    for (const reach of stages) {
      const { leg, told, id } = dial(tested, tested.numberThat.rings);
      await reach(id);
      const before = [...told];
      leg.hangUp();
      await tested.pass(1_000);
      await vi.waitFor(async () => expect(await tested.isOverThere(id)).toBe(true));
      await tested.pass(60_000);
      expect(told).toEqual(before);
    }
  });

  it("tells a listener that comes late what has happened", async () => {
    const tested = await under(open());
    const leg = tested.line.dial({
      ...{ orgId: ORG, from: tested.number, to: tested.numberThat["is busy"], callerName: undefined, ringSeconds: 1 },
      media: media().at,
    });
    await tested.pass(5_000);
    const told: string[] = [];
    await vi.waitFor(() => {
      leg.listen({ onRinging: () => told.push("ringing"), onEnded: (end) => told.push(end) });
      expect(told).toEqual(["busy"]);
    });
  });

  it("hands incoming calls over, and does not take those that nobody answers", async () => {
    const tested = await under(open());
    const { at, told } = media();
    const got: IncomingPhoneCall[] = [];
    const heard: string[] = [];
    let problem: Error | undefined;
    tested.line.open({
      onCall: async (incoming) => {
        got.push(incoming);
        if (problem) throw problem;
        incoming.listen({ onRinging: () => heard.push("ringing"), onEnded: (end) => heard.push(end) });
        await incoming.answer(at);
      },
    });
    expect(await tested.callUs()).toBe(true);
    expect(got[0]).toMatchObject({ orgId: ORG, from: tested.caller, to: { number: tested.number.number } });
    await vi.waitFor(() => expect(told).toEqual(["sound"]));
    heard.length = 0;
    await tested.hangUpThere(at.callId);
    await vi.waitFor(() => expect(heard).toEqual(["hung-up"]));
    problem = new PlatformError("at-capacity", { limit: 1, scope: "", retryAfterSeconds: 1 });
    expect(await tested.callUs()).toBe(false);
  });
});

describe("the simulated line", () => {
  it("lets scripted people and mailboxes pick up", async () => {
    const tested = await under(simulated());
    for (const to of ["+12025550101", "+12025550102", "+12025550106"]) {
      const { sound, told } = dial(tested, to);
      await tested.pass(10_000);
      expect([...told, ...sound.told]).toEqual(["ringing", "played true"]);
    }
  });

  it("shows what rings to its own organization alone, and only while it rings", async () => {
    const tested = await under(simulated());
    const { line } = tested;
    const { id, told } = dial(tested, HANDSET_NUMBER);
    expect(line.calls(ORG)).toEqual([]);
    await tested.pass(1_000);
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
    const tested = await under(simulated());
    const { line } = tested;
    const first = dial(tested, HANDSET_NUMBERS[0]);
    await tested.pass(1_000);
    await line.pickUp(ORG, first.id, "offer");
    const toItself = dial(tested, HANDSET_NUMBERS[0], first.sound);
    const second = line.dial({
      ...{ orgId: ORG, from: NUMBER, to: HANDSET_NUMBERS[1], callerId: "+14155550100", callerName: "Ada", ringSeconds: 20 },
      media: first.sound.at,
    });
    second.listen({ onRinging: () => {}, onEnded: () => {} });
    await tested.pass(1_000);
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

  it("fails the leg whose sound cannot be connected", async () => {
    const tested = await under(simulated());
    const refused = media(async () => Promise.reject(new Error("no port is free")));
    const { told, id } = dial(tested, tested.numberThat.rings, refused);
    await tested.pass(1_000);
    await expect(tested.pickUp(id)).rejects.toThrow("no port is free");
    expect(told).toEqual(["ringing", "failed"]);
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
