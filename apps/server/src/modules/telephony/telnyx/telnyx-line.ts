import type { PhoneNumber } from "@callwright/contract";
import type { DialOrder } from "@callwright/engine";
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
import { endOfCode } from "../sip/sip-ends.ts";
import { telnyxAddresses } from "./telnyx-addresses.ts";
import { openTelnyx, telnyxFailure } from "./telnyx-client.ts";
import type { TelnyxNumber } from "./telnyx-number.ts";
import { createTelnyxSetup, findAtTelnyx } from "./telnyx-setup.ts";
import { streamOrder, TICKET_HEADER, telnyxProtocol, telnyxStart } from "./telnyx-stream.ts";
import type { TelnyxEvent } from "./telnyx-webhooks.ts";

export interface TelnyxLineOptions extends CarrierOptions<TelnyxNumber> {
  config: Pick<Config, "nodeUrl" | "publicUrl" | "telnyxBaseUrl">;
  /** How long an answered call waits for its first stream. Default 30 s. */
  connectMs?: number;
}

const CONNECT_MS = 30_000;
/** Telnyx sends an event that is not taken three times. */
const ATTEMPTS_MAX = 3;
const STREAM_MISSING = "The call was answered, and Telnyx' stream did not reach this server. Run the checks of the phone number.";
const NO_CREDENTIAL = "The credential of the phone number (credentialId) is missing, or is not one of Telnyx.";

/** How a call that was not answered ended, by Telnyx' `hangup_cause`. */
const UNANSWERED: Readonly<Record<string, PhoneCallEnd>> = {
  user_busy: "busy",
  no_answer: "no-answer",
  timeout: "no-answer",
  call_rejected: "declined",
  normal_clearing: "hung-up",
};

/** What Telnyx' premium detection finds out, with Twilio's names for it. */
const ANSWERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "call.machine.premium.detection.ended": {
    human_residence: "human",
    human_business: "human",
    machine: "machine_start",
    fax_detected: "fax",
  },
  "call.machine.premium.greeting.ended": { beep_detected: "machine_end_beep", no_beep_detected: "machine_end_silence" },
};

/**
 * Numbers of Telnyx' accounts, by its Call Control API. Commands order calls and answers, each with a stream to this node; events tell what becomes
 * of them. Legs are in the memory of the node that dialed or answered, and their events go there (NODE_URL).
 */
export class TelnyxLine implements PhoneLine {
  readonly setup: CarrierSetup;
  readonly streams: MediaStreams;
  readonly #options: TelnyxLineOptions;
  readonly #legs: CarrierLegs;
  #listener: PhoneLineListener | undefined;
  #isDraining = false;

  constructor(options: TelnyxLineOptions) {
    this.#options = options;
    this.streams = new MediaStreams({
      log: options.log,
      now: options.now,
      reach: options.reach,
      protocol: telnyxProtocol,
      numberOfStream: streamFinder("telnyx"),
      ticketOf: ({ headers }) => [headers[TICKET_HEADER]].flat()[0],
      probe: (ticket) => ({ headers: { [TICKET_HEADER]: ticket }, frame: telnyxStart() }),
    });
    this.#legs = new CarrierLegs({
      carrier: "Telnyx",
      log: options.log,
      reconnectMs: options.reconnectMs,
      end: (numberId, id) => this.#command(numberId, id, "hangup"),
      refer: (leg, order, onAdmitted) => this.#refer(leg, order, onAdmitted),
      onApart: (leg) => void this.#legs.track(this.#orderStream(leg)),
      onOver: (leg) => this.streams.revoke(leg),
    });
    this.setup = createTelnyxSetup({ ...options, probe: (url) => this.streams.probe(url) });
  }

  open(listener: PhoneLineListener): void {
    this.#listener = listener;
  }

  drain(): void {
    this.#isDraining = true;
  }

  problemOf(_from: PhoneNumber): string | undefined {
    const problem = unreachableFor("Telnyx", this.#options.config.nodeUrl, "NODE_URL");
    return problem && `phoneNumberId names a number of Telnyx, which must reach this server. ${problem}`;
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
        const message = this.#tell(error, { callId: leg.callId }, "Telnyx did not take the order to call");
        leg.end("failed", { message });
      },
    );
  }

  async #place(leg: CarrierLeg, { from, to, ringSeconds, detectMachine }: DialRequest): Promise<void> {
    const { config, numberOf } = this.#options;
    const found = await numberOf(from.id);
    if (!found) return leg.end("failed", { message: NO_CREDENTIAL });
    const telnyx = openTelnyx(found.account, config.telnyxBaseUrl);
    const owned = await findAtTelnyx(telnyx, found.number.number);
    if (!owned) return leg.end("failed", { message: `The account has no number ${found.number.number}.` });
    if (!this.#legs.has(leg)) return;
    const { call_control_id: id } = await telnyx.send<{ call_control_id: string }>("POST", "/calls", {
      connection_id: owned.connection_id,
      to,
      from: found.number.number,
      timeout_secs: Math.round(ringSeconds),
      webhook_url: this.#addressesOf(leg).events,
      webhook_url_method: "POST",
      command_id: leg.key,
      ...this.#streamTo(leg, ringSeconds * 1_000 + CONNECT_MS),
      send_silence_when_idle: true,
      ...(detectMachine && { answering_machine_detection: "premium" }),
    });
    leg.placed(id);
  }

  // Events of Telnyx, after the check of their signature.

  /** Somebody calls, this node takes no new calls, and another node may get the event when Telnyx repeats it. */
  leavesToOthers(event: TelnyxEvent, attempt: number): boolean {
    return isCallIn(event) && this.#isDraining && hasOtherNodes(this.#options.config) && attempt < ATTEMPTS_MAX;
  }

  takeEvent(found: TelnyxNumber, event: TelnyxEvent, legKey: string | undefined): void {
    const { event_type: type, payload } = event;
    const { call_control_id: id } = payload;
    const numberId = found.number.id;
    const leg = this.#legs.find(numberId, id, legKey);
    if (isCallIn(event)) return void this.#legs.track(this.#answerCall(found, payload));
    if (!leg) {
      // The order seemed to fail here, and Telnyx calls: the telephone would ring with nobody to talk to.
      if (legKey !== undefined && type !== "call.hangup" && type.startsWith("call."))
        void this.#legs.track(this.#command(numberId, id, "hangup"));
      return;
    }
    if (type === "call.initiated") leg.ring();
    else if (type === "call.answered") this.#answered(leg);
    else if (type in ANSWERED) leg.answeredBy(ANSWERED[type]?.[payload.result ?? ""] ?? "unknown");
    else if (type === "call.refer.completed") leg.referred();
    else if (type === "call.refer.failed") leg.referred(endOfCode(payload.sip_notify_response ?? 0, "", true)[0]);
    else if (type === "call.hangup") leg.end(...endOf(leg, payload));
    else if (type === "streaming.failed" && leg.awaitsStream) this.#streamMissing(leg);
    else if (type === "streaming.failed" || type === "streaming.stopped") leg.streamLost();
  }

  /** A call that was dialed has its stream ordered already. `answer` takes no `stream_auth_token`, so that a caller's is ordered now. */
  #answered(leg: CarrierLeg): void {
    leg.expectStream(this.#options.connectMs ?? CONNECT_MS, () => this.#streamMissing(leg));
    if (leg.isInbound) void this.#legs.track(this.#orderStream(leg));
  }

  /** Somebody calls. */
  async #answerCall({ orgId, number }: TelnyxNumber, { call_control_id: id, from = "" }: TelnyxEvent["payload"]): Promise<void> {
    const connect = (leg: CarrierLeg) =>
      this.#order(leg, "answer", {
        webhook_url: this.#addressesOf(leg).events,
        webhook_url_method: "POST",
        send_silence_when_idle: true,
      });
    const isTaken =
      !this.#legs.isClosed &&
      !this.#isDraining &&
      (await this.#legs.takeCall({ orgId, from, to: number, carrierId: id }, this.#listener, connect));
    if (!isTaken) await this.#command(number.id, id, "reject", { cause: "USER_BUSY" });
  }

  /** A REFER goes to a caller's own SIP telephone. Callers from the public network have none that takes it. */
  #refer(leg: CarrierLeg, { destination }: DialOrder, onAdmitted: () => void): boolean {
    if (destination.type !== "sip" || !leg.from?.includes("@")) return false;
    void this.#legs.track(this.#askReferral(leg, destination.sipUri, onAdmitted));
    return true;
  }

  /** Does not fail. */
  async #askReferral(leg: CarrierLeg, sipUri: string, onAdmitted: () => void): Promise<void> {
    try {
      const found = await this.#options.numberOf(leg.numberId);
      if (!found) throw new Error(NO_CREDENTIAL);
      await this.admit(found.orgId, found.number, sipUri);
      if (!this.#legs.has(leg)) return;
      onAdmitted();
      await this.#send(leg.numberId, leg.carrierId ?? "", "refer", { sip_address: sipUri });
    } catch (error) {
      this.#tell(error, { callId: leg.callId }, "a caller could not be referred to a SIP address");
      leg.referred("failed");
    }
  }

  // What both directions share

  #streamTo(leg: CarrierLeg, validMs: number) {
    return streamOrder(this.#addressesOf(leg).stream, this.streams.ticketFor(leg, validMs));
  }

  #addressesOf({ numberId, key }: CarrierLeg) {
    return telnyxAddresses(this.#options.config.nodeUrl ?? "", numberId, key);
  }

  #orderStream(leg: CarrierLeg): Promise<void> {
    return this.#order(leg, "streaming_start", this.#streamTo(leg, CONNECT_MS));
  }

  #streamMissing(leg: CarrierLeg): void {
    leg.end("failed", { message: STREAM_MISSING });
    if (leg.carrierId !== undefined) void this.#legs.track(this.#command(leg.numberId, leg.carrierId, "hangup"));
  }

  /** A command without which the leg cannot go on. Does not fail. */
  async #order(leg: CarrierLeg, name: "answer" | "streaming_start", body: object): Promise<void> {
    try {
      await this.#send(leg.numberId, leg.carrierId ?? "", name, body);
    } catch (error) {
      // The event that the caller has hung up goes to PUBLIC_URL before the answer, so another node may get it.
      if (telnyxFailure(error).isOver) return name === "answer" ? leg.end("hung-up") : undefined;
      leg.end("failed", { message: this.#tell(error, { callId: leg.callId, name }, "Telnyx did not take a command") });
      if (leg.carrierId !== undefined) await this.#command(leg.numberId, leg.carrierId, "hangup");
    }
  }

  /** Ends a call at Telnyx. Does not fail. */
  async #command(numberId: string, id: string, name: "hangup" | "reject", body: object = {}): Promise<void> {
    try {
      await this.#send(numberId, id, name, body);
    } catch (error) {
      if (!telnyxFailure(error).isOver) this.#tell(error, { numberId, name }, "a call could not be ended at Telnyx");
    }
  }

  async #send(numberId: string, id: string, name: string, body: object): Promise<void> {
    const { config, numberOf } = this.#options;
    const found = await numberOf(numberId);
    if (!found) throw new Error(NO_CREDENTIAL);
    await openTelnyx(found.account, config.telnyxBaseUrl).send("POST", `/calls/${encodeURIComponent(id)}/actions/${name}`, body);
  }

  /** Logs an error of a request, and answers it as a sentence. */
  #tell(error: unknown, about: object, what: string): string {
    const { message, cause } = telnyxFailure(error);
    this.#options.log.warn({ ...about, reason: message, ...(cause !== undefined && { err: loggableCause(cause) }) }, what);
    return message;
  }

  /** Resolves when no request to Telnyx is under way. */
  settled(): Promise<void> {
    return this.#legs.settled();
  }

  /** After the calls have ended. */
  async close(): Promise<void> {
    await this.#legs.close();
    this.streams.close();
  }
}

/** Somebody calls. */
const isCallIn = ({ event_type: type, payload }: TelnyxEvent) => type === "call.initiated" && payload.direction === "incoming";

function endOf(
  leg: CarrierLeg,
  { hangup_cause: cause = "unspecified", sip_hangup_cause: sip }: TelnyxEvent["payload"],
): [PhoneCallEnd, CarrierSays?] {
  if (!leg.awaitsStream || leg.isInbound) return ["hung-up"];
  const end = UNANSWERED[cause];
  if (end) return [end];
  return ["failed", { message: `Telnyx reports: ${cause}${sip === undefined ? "" : ` (SIP ${sip})`}.` }];
}
