import { HANDSET_NUMBER, HANDSET_NUMBERS, type PhoneNumber } from "@callwright/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../../platform/config/logger.ts";
import { SimulatedLine, simulatedOutcome } from "./simulated-line.ts";
import {
  openTelnyxLine,
  openTwilioLine,
  openVonageLine,
  type TelnyxUnderTest,
  type TwilioUnderTest,
  type VonageUnderTest,
} from "./testing/carrier-lines.ts";
import { closeTested, dial, type LineUnderTest, media, ORG, testLine, under } from "./testing/test-line.ts";

const NUMBER = { id: ORG, orgId: ORG, provider: "simulated", number: "+12025550110" } as PhoneNumber;

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
  return { ...tested, ...carrierEnds(tested, (call) => call.status === "in-progress") };
}

async function telnyx(): Promise<LineUnderTest & TelnyxUnderTest> {
  const tested = await openTelnyxLine();
  return { ...tested, ringsAtOnce: true, ...carrierEnds(tested, (call) => call.state === "answered") };
}

async function vonage(): Promise<LineUnderTest & VonageUnderTest> {
  const tested = await openVonageLine();
  return { ...tested, ringsAtOnce: true, ...carrierEnds(tested, (call) => call.state === "answered") };
}

/** The other side of a carrier's line. */
function carrierEnds<Call extends { pickUp(): Promise<void>; hangUp(): void; isOver: boolean }>(
  tested: {
    line: { settled(): Promise<void> };
    fake: { calls: Call[]; pass(ms: number): Promise<void>; callIn(from: string): Promise<Call> };
    connected: string[];
  },
  isInCall: (call: Call) => boolean,
): Omit<LineUnderTest, "line" | "number" | "close"> {
  const { line, fake, connected } = tested;
  const latest = () => fake.calls.at(-1);
  const pass = async (ms: number) => {
    await line.settled();
    await fake.pass(ms);
  };
  return {
    pass,
    caller: "+14155550199",
    numberThat: {
      rings: "+14155550100",
      "is busy": "+14155550103",
      declines: "+14155550105",
      "never answers": "+14155550104",
    },
    pickUp: async (callId) => {
      await latest()?.pickUp();
      await vi.waitFor(() => expect(connected).toContain(callId));
    },
    hangUpThere: async () => {
      latest()?.hangUp();
      await fake.pass(0);
    },
    isOverThere: async () => latest()?.isOver ?? true,
    callUs: async () => {
      const call = await fake.callIn("+14155550199");
      await pass(0);
      return isInCall(call);
    },
  };
}

testLine("simulated", async () => simulated());
testLine("twilio", twilio);
testLine("telnyx", telnyx);
testLine("vonage", vonage);

describe.each<[string, () => Promise<LineUnderTest & { fake: { calls: { isOver: boolean; hangUp(): void }[] } }>]>([
  ["Twilio", twilio],
  ["Telnyx", telnyx],
])("a transfer over %s", (_carrier, openLine) => {
  afterEach(closeTested);

  it("calls the destination as a second leg of the call, and each leg ends alone", async () => {
    const tested = await under(openLine());
    const { line, number, fake, caller } = tested;
    const first = media();
    const heard: string[] = [];
    line.open({
      onCall: async (incoming) => {
        incoming.leg.listen({ onRinging: () => {}, onEnded: (end) => heard.push(`caller ${end}`) });
        await incoming.answer(first.at);
      },
    });
    expect(await tested.callUs()).toBe(true);
    await vi.waitFor(() => expect(first.told).toEqual(["sound"]));
    for (const endsThere of [true, false]) {
      const sound = media();
      const leg = line.dial({
        orgId: ORG,
        from: number,
        to: "+14155550101",
        callerId: caller,
        callerName: undefined,
        ringSeconds: 20,
        media: { ...sound.at, callId: first.at.callId },
      });
      leg.listen({ onRinging: () => {}, onEnded: (end) => heard.push(`destination ${end}`) });
      await tested.pass(0);
      await vi.waitFor(() => expect(sound.told).toEqual(["sound"]));
      if (endsThere) await tested.hangUpThere(first.at.callId);
      else leg.hangUp();
      await vi.waitFor(() => expect(fake.calls.map(({ isOver }) => isOver)).toEqual(fake.calls.map((_, index) => index > 0)));
    }
    await vi.waitFor(() => expect(heard).toEqual(["destination hung-up"]));
    fake.calls[0]?.hangUp();
    await vi.waitFor(() => expect(heard).toEqual(["destination hung-up", "caller hung-up"]));
  });
});

describe("the simulated line", () => {
  afterEach(closeTested);

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
      orgId: ORG,
      from: NUMBER,
      to: HANDSET_NUMBERS[1],
      callerId: "+14155550100",
      callerName: "Ada",
      ringSeconds: 20,
      media: first.sound.at,
    });
    second.listen({ onRinging: () => {}, onEnded: () => {} });
    await tested.pass(1_000);
    expect(toItself.told).toEqual(["busy"]);
    first.leg.sendKeys?.("1w2#");
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
