import { type PhoneNumber, PlatformError, RING_SECONDS } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { IncomingPhoneCall, PhoneCallEnd, PhoneLine } from "../phone-line.ts";
import type { PhoneMedia } from "../phone-media.ts";

export const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";

/** How a test controls the other side of a line. */
export interface LineUnderTest {
  line: PhoneLine;
  /** The number that calls, and is called. */
  number: PhoneNumber;
  /** The number that calls it. */
  caller: string;
  /** A number whose phone behaves this way. */
  numberThat: Record<"rings" | "is busy" | "declines" | "never answers", string>;
  /** The line reports ringing as soon as the phone is called, even if it is busy. */
  ringsAtOnce?: boolean;
  /** Advances the time, and waits until everything that was sent has arrived. */
  pass(ms: number): Promise<void>;
  /** The other side picks up the leg that rings, presses a key, hangs up, or calls us. */
  pickUp(callId: string): Promise<void>;
  hangUpThere(callId: string): Promise<void>;
  isOverThere(callId: string): Promise<boolean>;
  /** False when the call is not taken. */
  callUs(): Promise<boolean>;
  close(): Promise<void>;
}

let calls = 0;
const opened: LineUnderTest[] = [];

export async function under<Tested extends LineUnderTest>(test: Tested | Promise<Tested>): Promise<Tested> {
  const tested = await test;
  opened.push(tested);
  return tested;
}

/** Runs after each test. */
export async function closeTested(): Promise<void> {
  for (const tested of opened.splice(0)) await tested.close();
}

export function media(answer = async (offer: string) => `answer to ${offer}`) {
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

export function dial({ line, number }: LineUnderTest, to: string, sound = media()) {
  const told: string[] = [];
  const leg = line.dial({
    orgId: ORG,
    from: number,
    to,
    callerName: "Riley",
    ringSeconds: RING_SECONDS.default,
    media: sound.at,
  });
  leg.listen({ onRinging: () => told.push("ringing"), onEnded: (end: PhoneCallEnd) => told.push(end) });
  return { leg, told, sound, id: sound.at.callId };
}

/** What every line does. Called once for each line, at the top of a file. */
export function testLine(name: string, open: () => Promise<LineUnderTest>): void {
  describe(`a line: ${name}`, () => {
    afterEach(closeTested);

    it("tells what became of a call that nobody takes, once and last", async () => {
      const tested = await under(open());
      for (const [number, expected] of [
        [tested.numberThat["is busy"], tested.ringsAtOnce ? ["ringing", "busy"] : ["busy"]],
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
        orgId: ORG,
        from: tested.number,
        to: tested.numberThat["is busy"],
        callerName: undefined,
        ringSeconds: 1,
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
          incoming.leg.listen({ onRinging: () => heard.push("ringing"), onEnded: (end) => heard.push(end) });
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
}
