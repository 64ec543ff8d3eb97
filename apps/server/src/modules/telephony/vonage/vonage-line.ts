import type { PhoneNumber } from "@callwright/contract";
import type { Config } from "../../../platform/config/config.ts";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import { hasOtherNodes, streamFinder, unreachableFor } from "../carrier/carrier-addresses.ts";
import type { CarrierLeg } from "../carrier/carrier-leg.ts";
import { CarrierLegs } from "../carrier/carrier-legs.ts";
import type { CarrierOptions } from "../carrier/carrier-options.ts";
import { MediaStreams } from "../carrier/media-streams.ts";
import type {
  CarrierSays,
  CarrierSetup,
  DialRequest,
  PhoneCall,
  PhoneCallEnd,
  PhoneLine,
  PhoneLineListener,
} from "../phone-line.ts";
import { vonageAddresses } from "./vonage-addresses.ts";
import { fromVonage, openVonage, toVonage, vonageFailure } from "./vonage-client.ts";
import type { VonageNumber } from "./vonage-number.ts";
import { createVonageSetup, NO_APPLICATION } from "./vonage-setup.ts";
import { connectAction, vonageProtocol, vonageStart } from "./vonage-stream.ts";
import type { VonageEvent } from "./vonage-webhooks.ts";

export interface VonageLineOptions extends CarrierOptions<VonageNumber> {
  config: Pick<Config, "nodeUrl" | "publicUrl" | "vonageBaseUrl">;
  /** How long an answered call waits for its first stream. Default 30 s. */
  connectMs?: number;
}

/** What Vonage does with a call. Empty: it ends. */
type Ncco = object[];

const CONNECT_MS = 30_000;
/** As long as Vonage lets a telephone ring. */
const RING_MAX_SECONDS = 120;
/** The least that Vonage takes. The message waits for a beep no longer than 30 s. */
const BEEP_TIMEOUT_SECONDS = 45;
/** In its other modes, Vonage begins with the NCCO only when it knows who answered: 5 s of silence for a person. */
const DETECTION = { behavior: "continue", mode: "default", beep_timeout: BEEP_TIMEOUT_SECONDS };
/** What Vonage adds to `machine`, in Twilio's words. */
const BEEPS: Readonly<Record<string, string>> = { beep_start: "machine_beep_start", beep_timeout: "machine_end_other" };
const STREAM_MISSING =
  "The call was answered, and Vonage's stream did not reach this server. Run the checks of the phone number.";

/** How a call that was not answered ended, by Vonage's status. */
const UNANSWERED: Readonly<Record<string, PhoneCallEnd>> = {
  busy: "busy",
  timeout: "no-answer",
  unanswered: "no-answer",
  rejected: "declined",
};
const FAILED = new Set(["failed", "cancelled"]);
/** Of a websocket that has ended, or did not begin. */
const STREAM_ENDED = new Set(["disconnected", "failed", "unanswered", "timeout", "rejected", "busy", "cancelled"]);

/**
 * Numbers of Vonage's applications, by its Voice API. An NCCO connects each call with a websocket to this node. Legs are in the memory of the node that
 * dialed or answered, and what happens to them goes there (NODE_URL).
 */
export class VonageLine implements PhoneLine {
  readonly setup: CarrierSetup;
  readonly streams: MediaStreams;
  readonly #options: VonageLineOptions;
  readonly #legs: CarrierLegs;
  #listener: PhoneLineListener | undefined;
  #isDraining = false;

  constructor(options: VonageLineOptions) {
    this.#options = options;
    this.streams = new MediaStreams({
      log: options.log,
      now: options.now,
      reach: options.reach,
      protocol: vonageProtocol,
      numberOfStream: streamFinder("vonage"),
      probe: (ticket) => ({ frame: vonageStart(ticket) }),
    });
    this.#legs = new CarrierLegs({
      carrier: "Vonage",
      log: options.log,
      reconnectMs: options.reconnectMs,
      end: (numberId, id) => this.#hangUp(numberId, id),
      onOver: (leg) => this.streams.revoke(leg),
    });
    this.setup = createVonageSetup({ ...options, probe: (url) => this.streams.probe(url) });
  }

  open(listener: PhoneLineListener): void {
    this.#listener = listener;
  }

  drain(): void {
    this.#isDraining = true;
  }

  problemOf(_from: PhoneNumber): string | undefined {
    const problem = unreachableFor("Vonage", this.#options.config.nodeUrl, "NODE_URL");
    return problem && `phoneNumberId names a number of Vonage, which must reach this server. ${problem}`;
  }

  admit(...call: Parameters<PhoneLine["admit"]>): Promise<void> {
    return this.#options.limits.admit(...call);
  }

  // Calls that begin here

  dial(request: DialRequest): PhoneCall {
    return this.#legs.dial(
      request,
      (leg) => this.#place(leg, request),
      (leg, error) => {
        leg.end("failed", { message: this.#tell(error, { callId: leg.callId }, "Vonage did not take the order to call") });
      },
    );
  }

  async #place(leg: CarrierLeg, { from, to, ringSeconds, detectMachine }: DialRequest): Promise<void> {
    const { config, numberOf } = this.#options;
    const found = await numberOf(from.id);
    if (!found) return leg.end("failed", { message: NO_APPLICATION });
    const { events } = this.#addressesOf(leg);
    const phone = (number: string) => ({ type: "phone", number: toVonage(number) });
    const { uuid } = await openVonage(found.account, config.vonageBaseUrl).voice<{ uuid: string }>("POST", "/calls", {
      to: [phone(to)],
      from: phone(found.number.number),
      ncco: this.#connecting(leg, ringSeconds * 1_000 + CONNECT_MS),
      event_url: [events],
      event_method: "POST",
      ringing_timer: Math.min(Math.round(ringSeconds), RING_MAX_SECONDS),
      ...(detectMachine && { advanced_machine_detection: DETECTION }),
    });
    leg.placed(uuid);
  }

  // Requests of Vonage, after the check of their signature.

  /** This node takes no new calls, and another node may get the call when Vonage asks again. */
  get leavesToOthers(): boolean {
    return this.#isDraining && hasOtherNodes(this.#options.config);
  }

  /** Somebody calls. */
  async answerCall({ orgId, number }: VonageNumber, { uuid: id, from = "" }: VonageEvent): Promise<Ncco> {
    if (this.#legs.isClosed || this.#isDraining || id === undefined) return [];
    const answer: { ncco?: Ncco } = {};
    const incoming = { orgId, from: fromVonage(from), to: number, carrierId: id };
    const isTaken = await this.#legs.takeCall(incoming, this.#listener, async (leg) => {
      answer.ncco = this.#connecting(leg, CONNECT_MS);
    });
    return (isTaken && answer.ncco) || [];
  }

  takeEvent({ number }: VonageNumber, event: VonageEvent, legKey: string | undefined): void {
    const { uuid: id, status = "", sub_state: beep = "" } = event;
    // The websocket has a leg of its own at Vonage.
    if (id === undefined || /^wss?:/.test(event.to ?? "")) return;
    const leg = this.#legs.find(number.id, id, legKey);
    if (!leg) {
      // The order seemed to fail here, and Vonage calls: the telephone would ring with nobody to talk to.
      if (legKey !== undefined && (status === "ringing" || status === "answered"))
        void this.#legs.track(this.#hangUp(number.id, id));
      return;
    }
    if (status === "started" || status === "ringing") leg.ring();
    else if (status === "answered") leg.expectStream(this.#options.connectMs ?? CONNECT_MS, () => this.#streamMissing(leg));
    else if (status === "human") leg.answeredBy("human");
    else if (status === "machine") leg.answeredBy(BEEPS[beep] ?? "machine_start");
    else if (status === "completed" && leg.awaitsStream && !leg.isInbound) this.#streamMissing(leg);
    else if (status === "completed") leg.end("hung-up");
    else if (leg.isInbound && FAILED.has(status)) leg.end("hung-up");
    else if (leg.awaitsStream && (status in UNANSWERED || FAILED.has(status))) leg.end(...endOf(event));
  }

  /** Something happens to the stream of a call. Undefined: the call goes on as it does. */
  afterStream({ number }: VonageNumber, { status = "" }: VonageEvent, legKey: string | undefined): Ncco | undefined {
    if (!STREAM_ENDED.has(status)) return undefined;
    const leg = legKey === undefined ? undefined : this.#legs.withKey(number.id, legKey);
    if (!leg) return [];
    leg.streamLost();
    if (leg.isApart) return this.#connecting(leg, CONNECT_MS);
    if (leg.awaitsStream) this.#streamMissing(leg);
    return [];
  }

  // What both directions share

  #connecting(leg: CarrierLeg, validMs: number): Ncco {
    const { after, stream: url } = this.#addressesOf(leg);
    return [connectAction({ url, after, ticket: this.streams.ticketFor(leg, validMs) })];
  }

  #addressesOf({ numberId, key }: CarrierLeg) {
    return vonageAddresses(this.#options.config.nodeUrl ?? "", numberId, key);
  }

  #streamMissing(leg: CarrierLeg): void {
    leg.end("failed", { message: STREAM_MISSING });
    if (leg.carrierId !== undefined) void this.#legs.track(this.#hangUp(leg.numberId, leg.carrierId));
  }

  /** Ends a call at Vonage. Does not fail. */
  async #hangUp(numberId: string, id: string): Promise<void> {
    const { config, numberOf } = this.#options;
    try {
      const found = await numberOf(numberId);
      if (!found) throw new Error(NO_APPLICATION);
      await openVonage(found.account, config.vonageBaseUrl).voice("PUT", `/calls/${encodeURIComponent(id)}`, {
        action: "hangup",
      });
    } catch (error) {
      if (!vonageFailure(error).isOver) this.#tell(error, { numberId }, "a call could not be ended at Vonage");
    }
  }

  /** Logs an error of a request, and answers it as a sentence. */
  #tell(error: unknown, about: object, what: string): string {
    const { message, cause } = vonageFailure(error);
    this.#options.log.warn({ ...about, reason: message, ...(cause !== undefined && { err: loggableCause(cause) }) }, what);
    return message;
  }

  /** Resolves when no request to Vonage is under way. */
  settled(): Promise<void> {
    return this.#legs.settled();
  }

  /** After the calls have ended. */
  async close(): Promise<void> {
    await this.#legs.close();
    this.streams.close();
  }
}

function endOf({ status = "", detail, reason = detail }: VonageEvent): [PhoneCallEnd, CarrierSays?] {
  // Vonage itself would not call.
  const end = detail === "restricted" ? undefined : UNANSWERED[status];
  return end ? [end] : ["failed", { message: `Vonage reports: ${status}${reason === undefined ? "" : ` (${reason})`}.` }];
}
