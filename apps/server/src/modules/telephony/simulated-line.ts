import { createHash } from "node:crypto";
import {
  HANDSET_NUMBER,
  HANDSET_NUMBERS,
  type HandsetCall,
  type HandsetSound,
  handsetLineOf,
  type PhoneNumber,
  PlatformError,
  SIMULATED_CUSTOMERS,
  SIMULATED_MIX_DEFAULT,
  SIMULATED_OUTCOMES,
  type SimulatedOutcome,
} from "@callwright/contract";
import type { Logger } from "../../platform/config/logger.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { DialRequest, IncomingPhoneCall, PhoneCall, PhoneLine, PhoneLineListener } from "./phone-line.ts";
import type { PhoneMedia } from "./phone-media.ts";
import { SimulatedLeg } from "./simulated-leg.ts";
import { SIMULATED_SCRIPTS } from "./simulated-scripts.ts";

/** Durations in milliseconds. */
export interface SimulatedTimes {
  /** Time until the called phone rings, or the line is busy. */
  connect: number;
  /** From ringing until a person picks up or declines, and until a mailbox does. */
  person: number;
  mailbox: number;
}

const TIMES: SimulatedTimes = { connect: 300, person: 2_500, mailbox: 4_000 };

/** A leg whose other end is the Handset page. */
interface HandsetLeg {
  callId: string;
  line: number;
  leg: SimulatedLeg;
  media: PhoneMedia;
  from: string;
  name: string | undefined;
}

/**
 * The telephone network for simulated numbers. Its other end is the dashboard's Handset, or scripted people and mailboxes. One node's memory holds
 * it: the Handset reaches only calls of its own node.
 */
export class SimulatedLine implements PhoneLine {
  readonly #now: () => Date;
  readonly #times: SimulatedTimes;
  readonly #handset = new Set<HandsetLeg>();
  readonly #log: Pick<Logger, "info">;
  #listener: PhoneLineListener | undefined;

  constructor({ now, log }: Pick<ServerContext, "now" | "log">, times: SimulatedTimes = TIMES) {
    this.#now = now;
    this.#log = log;
    this.#times = times;
  }

  problemOf(): undefined {}

  async admit(): Promise<void> {}

  open(listener: PhoneLineListener): void {
    this.#listener = listener;
  }

  dial(request: DialRequest): PhoneCall {
    const leg = new SimulatedLeg(request.orgId, () => this.#forget(leg));
    const outcome = simulatedOutcome(request.from, request.to);
    this.#log.info({ callId: request.media.callId, outcome }, "the simulated line dials");
    leg.later(this.#times.connect, () => this.#reach(leg, outcome, request));
    return leg;
  }

  #reach(leg: SimulatedLeg, outcome: SimulatedOutcome, request: DialRequest): void {
    const { from, to, callerId, callerName: name, ringSeconds, media } = request;
    const { callId } = media;
    const line = handsetLineOf(to) ?? 1;
    // A telephone cannot call itself.
    const isOwn = outcome === "handset" && [...this.#handset].some((each) => each.callId === callId && each.line === line);
    if (outcome === "busy" || isOwn) {
      leg.end("busy");
      return;
    }
    if (outcome === "handset") this.#handset.add({ callId, line, leg, media, from: callerId ?? from.number ?? "", name });
    leg.ringAt(this.#now());
    const ringMs = ringSeconds * 1_000;
    const pickUpMs = outcome === "voicemail" ? this.#times.mailbox : this.#times.person;
    if (outcome === "handset" || outcome === "noAnswer" || pickUpMs >= ringMs) leg.later(ringMs, () => leg.end("no-answer"));
    else if (outcome === "declined") leg.later(pickUpMs, () => leg.end("declined"));
    else leg.later(pickUpMs, () => leg.play(media, SIMULATED_SCRIPTS[outcome]));
  }

  // The Handset

  /** The ringing and held calls of the Handset, oldest first. */
  calls(orgId: string): HandsetCall[] {
    return [...this.#handset].flatMap(({ callId: id, line, leg, from, name }) =>
      leg.orgId === orgId && leg.ringingAt
        ? [
            {
              id,
              line,
              from,
              keys: leg.keys,
              isAnswered: leg.state === "answered",
              ...(name !== undefined && { name }),
              ringingAt: leg.ringingAt.toISOString(),
            },
          ]
        : [],
    );
  }

  /** Fails with `not-found`, `call-not-joinable` or `call-host-unavailable`. */
  async pickUp(orgId: string, callId: string, offer: string): Promise<HandsetSound> {
    const { leg, media } = this.#ringing(orgId, callId);
    return { callId, sdp: await leg.pickUp(media, offer) };
  }

  /** Fails with `not-found`, or with `call-not-joinable` when it no longer rings. */
  refuse(orgId: string, callId: string, why: "busy" | "declined"): void {
    this.#ringing(orgId, callId).leg.end(why);
  }

  /** Hangs up on the given line, or else on the first one that has the call. Fails with `not-found`, also for a call that has ended. */
  hangUp(orgId: string, callId: string, line?: number): void {
    const [found] = this.#legsOf(orgId, callId).filter((each) => line === undefined || each.line === line);
    if (!found) throw new PlatformError("not-found", { what: "Call" });
    found.leg.end("hung-up");
  }

  /** A line of the Handset calls a number. Fails as the listener does, or as `pickUp`. */
  async call(orgId: string, to: PhoneNumber, offer: string, line = 1): Promise<HandsetSound> {
    let sound: HandsetSound | undefined;
    const from = HANDSET_NUMBERS[line - 1] ?? HANDSET_NUMBER;
    const leg = new SimulatedLeg(orgId, () => this.#forget(leg));
    leg.ringAt(this.#now());
    const incoming: IncomingPhoneCall = {
      orgId,
      from,
      to,
      leg,
      answer: async (media) => {
        const { callId } = media;
        this.#handset.add({ callId, line, leg, media, from: to.number ?? "", name: undefined });
        sound = { callId, sdp: await leg.pickUp(media, offer) };
      },
    };
    await this.#listener?.onCall(incoming);
    if (!sound) throw new PlatformError("call-not-joinable");
    return sound;
  }

  #forget(leg: SimulatedLeg): void {
    for (const each of this.#handset) if (each.leg === leg) this.#handset.delete(each);
  }

  #ringing(orgId: string, callId: string): HandsetLeg {
    const ringing = this.#legsOf(orgId, callId).find(({ leg }) => leg.state === "ringing");
    if (!ringing) throw new PlatformError("call-not-joinable");
    return ringing;
  }

  /** The legs of a call, at least one. Fails with `not-found`. */
  #legsOf(orgId: string, callId: string): HandsetLeg[] {
    const found = [...this.#handset].filter((each) => each.callId === callId && each.leg.orgId === orgId);
    if (found.length === 0) throw new PlatformError("not-found", { what: "Call" });
    return found;
  }
}

/** What happens when a simulated number calls `to`: by the called number, else drawn from the mix, the same for the same seed and number. */
export function simulatedOutcome(from: PhoneNumber, to: string): SimulatedOutcome {
  const ofNumber = SIMULATED_CUSTOMERS[to];
  if (ofNumber) return ofNumber;
  const { outcomes: mix = SIMULATED_MIX_DEFAULT, seed = 0 } = from.provider === "simulated" ? from : {};
  const weights = SIMULATED_OUTCOMES.map((outcome) => ({ outcome, weight: mix[outcome] ?? 0 }));
  let left = draw(`${seed} ${to}`) * weights.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = weights.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return drawn?.outcome ?? "answers";
}

/** A number from 0 to below 1, always the same for a text. */
function draw(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}
