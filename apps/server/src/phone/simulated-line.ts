import { HANDSET_NUMBER, type HandsetCall, type HandsetSound, type PhoneNumber, PlatformError } from "@callwright/contract";
import type { DialRequest, IncomingPhoneCall, PhoneCall, PhoneLine, PhoneLineListener, PhoneMedia } from "./phone-line.ts";
import { SimulatedLeg } from "./simulated-leg.ts";
import { simulatedOutcome } from "./simulated-outcome.ts";
import { SIMULATED_SCRIPTS } from "./simulated-scripts.ts";

/** How long it takes, in milliseconds. */
export interface SimulatedTimes {
  /** Until the called phone rings, or the line is busy. */
  connect: number;
  /** Ringing, until somebody picks up or declines, and until a mailbox does. */
  person: number;
  mailbox: number;
}

const TIMES: SimulatedTimes = { connect: 300, person: 2_500, mailbox: 4_000 };

/** What the Handset page is at the other end of. */
interface HandsetLeg {
  leg: SimulatedLeg;
  media: PhoneMedia;
  from: string;
  name: string | undefined;
}

/**
 * The telephone network for simulated numbers. At its other end are the dashboard's Handset and scripted people and mailboxes. It is kept in
 * the memory of one node: the Handset reaches the calls of the node that it talks to.
 */
export class SimulatedLine implements PhoneLine {
  readonly #now: () => Date;
  readonly #times: SimulatedTimes;
  /** By call. */
  readonly #handset = new Map<string, HandsetLeg>();
  #listener: PhoneLineListener | undefined;

  constructor(now: () => Date, times: SimulatedTimes = TIMES) {
    this.#now = now;
    this.#times = times;
  }

  problemOf(): undefined {}

  async admit(): Promise<void> {}

  open(listener: PhoneLineListener): void {
    this.#listener = listener;
  }

  dial(request: DialRequest): PhoneCall {
    const leg = new SimulatedLeg(request.orgId, () => this.#handset.delete(request.media.callId));
    leg.later(this.#times.connect, () => this.#reach(leg, request));
    return leg;
  }

  #reach(leg: SimulatedLeg, { from, to, callerName: name, ringSeconds, media }: DialRequest): void {
    const outcome = simulatedOutcome(from, to);
    if (outcome === "busy") {
      leg.end("busy");
      return;
    }
    if (outcome === "handset") this.#handset.set(media.callId, { leg, media, from: from.number ?? "", name });
    leg.ring(this.#now());
    const ringMs = ringSeconds * 1_000;
    const pickUpMs = outcome === "voicemail" ? this.#times.mailbox : this.#times.person;
    if (outcome === "handset" || outcome === "noAnswer" || pickUpMs >= ringMs) leg.later(ringMs, () => leg.end("no-answer"));
    else if (outcome === "declined") leg.later(pickUpMs, () => leg.end("declined"));
    else leg.later(pickUpMs, () => leg.play(media, SIMULATED_SCRIPTS[outcome]));
  }

  // The Handset

  /** The calls that ring there, oldest first. */
  ringing(orgId: string): HandsetCall[] {
    return [...this.#handset].flatMap(([id, { leg, from, name }]) =>
      leg.orgId === orgId && leg.state === "ringing" && leg.ringingAt
        ? [{ id, from, ...(name !== undefined && { name }), ringingAt: leg.ringingAt.toISOString() }]
        : [],
    );
  }

  /** Fails with `not-found`, `call-not-joinable` or `call-host-unavailable`. */
  async pickUp(orgId: string, callId: string, offer: string): Promise<HandsetSound> {
    const { leg, media } = this.#legOf(orgId, callId);
    return { callId, sdp: await leg.pickUp(media, offer) };
  }

  /** Fails with `not-found`, or with `call-not-joinable` when it no longer rings. */
  refuse(orgId: string, callId: string, why: "busy" | "declined"): void {
    const { leg } = this.#legOf(orgId, callId);
    if (leg.state !== "ringing") throw new PlatformError("call-not-joinable");
    leg.end(why);
  }

  /** Fails with `not-found`, for a call that has ended too. */
  hangUp(orgId: string, callId: string): void {
    this.#legOf(orgId, callId).leg.end("hung-up");
  }

  /** The Handset calls a number. Fails as the listener does, or as `pickUp`. */
  async call(orgId: string, to: PhoneNumber, offer: string): Promise<HandsetSound> {
    let sound: HandsetSound | undefined;
    let taken: string | undefined;
    const leg = new SimulatedLeg(orgId, () => taken !== undefined && this.#handset.delete(taken));
    leg.ring(this.#now());
    const incoming: IncomingPhoneCall = {
      orgId,
      from: HANDSET_NUMBER,
      to,
      listen: (listener) => leg.listen(listener),
      hangUp: () => leg.hangUp(),
      answer: async (media) => {
        taken = media.callId;
        this.#handset.set(taken, { leg, media, from: HANDSET_NUMBER, name: undefined });
        sound = { callId: media.callId, sdp: await leg.pickUp(media, offer) };
      },
    };
    await this.#listener?.onCall(incoming);
    if (!sound) throw new PlatformError("call-not-joinable");
    return sound;
  }

  #legOf(orgId: string, callId: string): HandsetLeg {
    const found = this.#handset.get(callId);
    if (found?.leg.orgId !== orgId) throw new PlatformError("not-found", { what: "Call" });
    return found;
  }
}
