import type { IncomingMessage } from "node:http";
import { ENDED_REASONS, type PhoneNumber } from "@callwright/contract";
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
  CarrierTexts,
  DialRequest,
  MachineDetection,
  PhoneCall,
  PhoneCallEnd,
  PhoneLine,
  PhoneLineListener,
} from "../phone-line.ts";
import { twilioAddresses } from "./twilio-addresses.ts";
import { loadTwilio, openTwilio, twilioFailure } from "./twilio-client.ts";
import type { TwilioNumber } from "./twilio-number.ts";
import { createTwilioSetup } from "./twilio-setup.ts";
import { isSignedByTwilio } from "./twilio-signature.ts";
import { twilioProtocol, twilioStart } from "./twilio-stream.ts";
import { createTwilioTexts, readText } from "./twilio-texts.ts";

export interface TwilioLineOptions extends CarrierOptions<TwilioNumber> {
  config: Pick<Config, "nodeUrl" | "publicUrl" | "twilioBaseUrl">;
  /** Of text messages. */
  textLimits: Pick<PhoneLine, "admit">;
}

/** What Twilio's form says. */
export type TwilioForm = Readonly<Record<string, string>>;

/** Twilio opens the stream when the call is answered. */
const CONNECT_MS = 30_000;
/** Each takes a second. */
const ELSEWHERE_TRIES = 10;
/** Twilio's errors of a number that cannot be called. */
const MISDIALED_CODES = new Set([21211, 21214, 21217, 21401, 13224]);
const MISDIALED_SIP = new Set(["404", "484", "604"]);
const DECLINED_SIP = new Set(["403", "603"]);
const FINAL = new Set(["busy", "canceled", "completed", "failed", "no-answer"]);
/** Twilio's error when the call to end is already over. */
const NOT_IN_PROGRESS = 21220;

/**
 * Numbers of Twilio's accounts. Calls are ordered by its REST API, and answered with TwiML that connects a Media Stream to this node. Legs are in
 * the memory of the node that dialed or answered; Twilio's questions about a call go to that node (NODE_URL).
 */
export class TwilioLine implements PhoneLine {
  readonly setup: CarrierSetup;
  readonly texts: CarrierTexts;
  readonly #options: TwilioLineOptions;
  readonly #legs: CarrierLegs;
  readonly streams: MediaStreams;
  #listener: PhoneLineListener | undefined;
  #isDraining = false;

  constructor(options: TwilioLineOptions) {
    this.#options = options;
    this.streams = new MediaStreams({
      log: options.log,
      now: options.now,
      reach: options.reach,
      protocol: twilioProtocol,
      numberOfStream: streamFinder("twilio"),
      mayOpen: (request, numberId) => this.#mayOpen(request, numberId),
      probe: (ticket) => ({ frame: twilioStart(ticket) }),
    });
    this.#legs = new CarrierLegs({
      carrier: "Twilio",
      log: options.log,
      reconnectMs: options.reconnectMs,
      end: (numberId, sid) => this.#endAtTwilio(numberId, sid),
      onTalking: (leg) => leg.recording && void this.#legs.track(this.#recordAtTwilio(leg, leg.recording)),
      onOver: (leg) => this.streams.revoke(leg),
    });
    this.texts = createTwilioTexts({ ...options, limits: options.textLimits });
    this.setup = createTwilioSetup({ ...options, probe: (url) => this.streams.probe(url) });
  }

  open(listener: PhoneLineListener): void {
    this.#listener = listener;
  }

  drain(): void {
    this.#isDraining = true;
  }

  problemOf(from: PhoneNumber): string | undefined {
    if (!from.storedSecrets?.includes("twilioAuthToken"))
      return "twilioAuthToken of the phone number is required: Twilio signs with it what it sends to this server";
    // Only the sound of the call comes here, and it goes to the node.
    const problem = unreachableFor("Twilio", this.#options.config.nodeUrl, "NODE_URL");
    return problem && `phoneNumberId names a number of Twilio, which must reach this server. ${problem}`;
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
        const { message, code, cause } = twilioFailure(error);
        const told = { callId: leg.callId, code, ...(cause !== undefined && { err: loggableCause(cause) }) };
        this.#options.log.warn(told, "Twilio did not take the order to call");
        leg.end(...refusedEnd(message, code !== undefined && MISDIALED_CODES.has(code)));
      },
    );
  }

  async #place(leg: CarrierLeg, { from, to, ringSeconds, detectMachine }: DialRequest): Promise<void> {
    const found = await this.#options.numberOf(from.id);
    if (!found) return leg.end(...refusedEnd("The calling number was removed.", false));
    const client = await openTwilio(found.account, this.#options.config.twilioBaseUrl);
    const { status } = this.#addressesOf(leg);
    const twiml = await this.#connecting(leg, ringSeconds * 1_000 + CONNECT_MS);
    if (!this.#legs.has(leg)) return;
    const call = await client.calls.create({
      to,
      from: found.number.number,
      twiml,
      timeout: Math.round(ringSeconds),
      statusCallback: status,
      statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
      statusCallbackMethod: "POST",
      ...(detectMachine && detection(detectMachine, status)),
    });
    leg.placed(call.sid);
  }

  // Webhooks of Twilio, after the check of their signature.

  /** Somebody calls. `tries`: nodes that took no new calls. Answers TwiML. */
  async answerCall({ orgId, number }: TwilioNumber, form: TwilioForm, tries = 0): Promise<string> {
    const { CallSid: sid = "", From: from = "" } = form;
    const { isFirstUse, log } = this.#options;
    if (this.#isDraining) return this.#elsewhere(number.id, tries);
    if (this.#legs.isClosed || !(await isFirstUse(orgId, `twilio ${sid}`))) {
      log.warn({ numberId: number.id, sid }, "a call of Twilio was refused: it was reported before");
      return this.#rejecting();
    }
    const answer: { twiml?: string } = {};
    const isTaken = await this.#legs.takeCall({ orgId, from, to: number, carrierId: sid }, this.#listener, async (leg) => {
      answer.twiml = await this.#connecting(leg, CONNECT_MS);
    });
    return (isTaken && answer.twiml) || this.#rejecting();
  }

  /** Somebody writes to the number. */
  async takeText({ orgId, number }: TwilioNumber, form: TwilioForm): Promise<void> {
    const { MessageSid: sid = "", From: from = "" } = form;
    const { isFirstUse, log } = this.#options;
    const refused = (reason: string) =>
      log.info({ numberId: number.id, sid, reason }, "a text message of Twilio is not answered");
    if (this.#legs.isClosed || !(await isFirstUse(orgId, `twilio ${sid}`))) return refused("it was reported before");
    if (number.smsEnabled === false) return refused("smsEnabled of the number is false");
    const text = readText(form);
    if (text === undefined) return refused("it is empty, or Twilio answers it");
    await this.#listener?.onText?.({ orgId, from, to: number, text });
  }

  /** What became of a call. A call that this node does not know has ended, or is another node's. */
  takeStatus(numberId: string, form: TwilioForm, legKey: string | undefined): void {
    const { CallSid: sid = "", CallStatus: status = "", SipResponseCode: sip = "", ErrorMessage: said } = form;
    const leg = this.#legs.find(numberId, sid, legKey);
    if (!leg) {
      // The order seemed to fail here, and Twilio calls: the telephone would ring with nobody to talk to.
      if (legKey !== undefined && !FINAL.has(status)) void this.#legs.track(this.#endAtTwilio(numberId, sid));
      return;
    }
    // Other reports repeat what the detection has found out.
    if (status === "" && form.AnsweredBy !== undefined) return void leg.answeredBy(form.AnsweredBy);
    const message = said ?? `Twilio reports: ${status}${sip === "" ? "" : ` (SIP ${sip})`}.`;
    if (status === "ringing") leg.ring();
    else if (leg.isInbound && leg.awaitsStream && FINAL.has(status)) leg.end("hung-up");
    else if (status === "busy" || status === "no-answer") leg.end(status);
    else if (status === "failed" && DECLINED_SIP.has(sip)) leg.end("declined");
    else if (status === "failed") leg.end(...refusedEnd(message, MISDIALED_SIP.has(sip)));
    else if (status === "canceled") leg.end(...refusedEnd("The call was canceled at Twilio.", false));
    else if (status === "completed" && leg.awaitsStream) leg.end(...streamMissing());
    else if (status === "completed") leg.end("hung-up");
  }

  /** The stream of a call has ended: by us, or because its connection broke. Answers TwiML. */
  async afterStream(numberId: string, form: TwilioForm, legKey: string | undefined): Promise<string> {
    const leg = this.#legs.find(numberId, form.CallSid ?? "", legKey);
    if (form.CallStatus !== "completed") leg?.streamLost();
    if (leg?.isApart && form.CallStatus !== "completed") return this.#connecting(leg, CONNECT_MS);
    if (leg?.awaitsStream) leg.end(...streamMissing());
    return this.#respond((response) => response.hangup());
  }

  // What both directions share

  /** Twilio signs its handshakes. The ticket in the first frame decides, so that a handshake without a signature is let through. */
  async #mayOpen({ headers }: IncomingMessage, numberId: string): Promise<boolean> {
    const signature = [headers["x-twilio-signature"]].flat()[0];
    if (signature === undefined) return true;
    const { config, log, numberOf } = this.#options;
    const found = await numberOf(numberId);
    const { stream } = twilioAddresses(config.nodeUrl ?? "", numberId);
    const asked = [stream, stream.replace(/^ws/, "http")].flatMap((url) => [url, `${url}/`]);
    const isSigned = found !== undefined && (await isSignedByTwilio(found.account, signature, asked, {}));
    if (!isSigned) log.warn({ numberId }, "a stream was refused: its signature is not that of the number's account");
    return isSigned;
  }

  async #endAtTwilio(numberId: string, sid: string): Promise<void> {
    try {
      const found = await this.#options.numberOf(numberId);
      if (!found) return;
      const client = await openTwilio(found.account, this.#options.config.twilioBaseUrl);
      await client.calls(sid).update({ status: "completed" });
    } catch (error) {
      const { message: reason, code, cause } = twilioFailure(error);
      const told = { numberId, sid, reason, ...(cause !== undefined && { err: loggableCause(cause) }) };
      if (code !== NOT_IN_PROGRESS) this.#options.log.warn(told, "a call could not be ended at Twilio");
    }
  }

  /** Twilio keeps the recording in its account. */
  async #recordAtTwilio(
    { numberId, carrierId = "", callId }: CarrierLeg,
    { channels }: NonNullable<CarrierLeg["recording"]>,
  ): Promise<void> {
    try {
      const found = await this.#options.numberOf(numberId);
      if (!found) return;
      const client = await openTwilio(found.account, this.#options.config.twilioBaseUrl);
      await client.calls(carrierId).recordings.create({ recordingChannels: channels });
    } catch (error) {
      const { message: reason, code, cause } = twilioFailure(error);
      const told = { callId, reason, code, ...(cause !== undefined && { err: loggableCause(cause) }) };
      this.#options.log.warn(told, "a call could not be recorded at Twilio");
    }
  }

  async #connecting(leg: CarrierLeg, validMs: number): Promise<string> {
    const { after, stream: url } = this.#addressesOf(leg);
    const ticket = this.streams.ticketFor(leg, validMs);
    return this.#respond((response) => {
      response.connect({ action: after, method: "POST" }).stream({ url }).parameter({ name: "ticket", value: ticket });
    });
  }

  /** The caller goes on hearing the phone ring while the balancer notices. The call was not counted as reported. */
  #elsewhere(numberId: string, tries: number): Promise<string> {
    const { config } = this.#options;
    if (!hasOtherNodes(config) || tries >= ELSEWHERE_TRIES) return this.#rejecting();
    const { voice } = twilioAddresses(config.publicUrl ?? "", numberId);
    return this.#respond((response) => {
      response.pause({ length: 1 });
      response.redirect({ method: "POST" }, `${voice}?tries=${tries + 1}`);
    });
  }

  #rejecting(): Promise<string> {
    return this.#respond((response) => response.reject({ reason: "busy" }));
  }

  async #respond(add: (response: InstanceType<Awaited<ReturnType<typeof loadTwilio>>["twiml"]["VoiceResponse"]>) => void) {
    const { twiml } = await loadTwilio();
    const response = new twiml.VoiceResponse();
    add(response);
    return response.toString();
  }

  #addressesOf({ numberId, key }: CarrierLeg) {
    return twilioAddresses(this.#options.config.nodeUrl ?? "", numberId, key);
  }

  /** Resolves when no request to Twilio is under way. */
  settled(): Promise<void> {
    return this.#legs.settled();
  }

  /** After the calls have ended. */
  async close(): Promise<void> {
    await this.#legs.close();
    this.streams.close();
  }
}

/** Twilio tells the start of a mailbox at once, or the end of its greeting. Nobody waits for it. */
function detection(detect: MachineDetection, callback: string) {
  const { voicemailDetectionTypes: types, machineDetectionTimeout: timeout } = detect;
  const { machineDetectionSpeechThreshold: speech, machineDetectionSpeechEndThreshold: speechEnd } = detect;
  const { machineDetectionSilenceTimeout: silence } = detect;
  return {
    machineDetection: types?.includes("machine_start") ? "Enable" : "DetectMessageEnd",
    asyncAmd: "true",
    asyncAmdStatusCallback: callback,
    asyncAmdStatusCallbackMethod: "POST",
    ...(timeout !== undefined && { machineDetectionTimeout: timeout }),
    ...(speech !== undefined && { machineDetectionSpeechThreshold: speech }),
    ...(speechEnd !== undefined && { machineDetectionSpeechEndThreshold: speechEnd }),
    ...(silence !== undefined && { machineDetectionSilenceTimeout: silence }),
  };
}

function refusedEnd(message: string, isMisdialed: boolean): [PhoneCallEnd, CarrierSays] {
  return ["failed", { endedReason: isMisdialed ? ENDED_REASONS.twilioMisdialed : ENDED_REASONS.twilioNotConnected, message }];
}

function streamMissing(): [PhoneCallEnd, CarrierSays] {
  const message = "The call was answered, and Twilio's stream did not reach this server. Run the checks of the phone number.";
  return ["failed", { endedReason: ENDED_REASONS.twilioNotConnected, message }];
}
