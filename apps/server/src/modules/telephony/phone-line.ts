import type { PhoneNumber, PhoneSetupStep, VoicemailDetection } from "@callwright/contract";
import type { TransferFailure } from "@callwright/engine";
import type { CallersPhone, PhoneMedia } from "./phone-media.ts";

/**
 * A way to the telephone network: a carrier's account, a SIP trunk, the simulated line. It does the signaling; the sound of a leg goes to the call
 * host, see `PhoneMedia`.
 */
export interface PhoneLine {
  /** Calls from outside go to the listener from now on. */
  open(listener: PhoneLineListener): void;
  /**
   * From now on the server takes no new calls. Callers are sent to another node if the line can do that. Dialing continues, because transfers need
   * it.
   */
  drain?(): void;
  /** Why it cannot call with this number, as a sentence that names the field. Undefined: it can. */
  problemOf(from: PhoneNumber): string | undefined;
  /** The problem may end by itself, or does not exist on another node. */
  mayPass?(from: PhoneNumber): boolean;
  /** For numbers that are set up at a carrier. */
  readonly setup?: CarrierSetup;
  /** Present for numbers that send and receive text messages. */
  readonly texts?: CarrierTexts;
  /**
   * Counts a call that is about to be made. Fails with `validation-failed` or `rate-limited` when it must not be made. `isLater`: it is made later,
   * is counted then, and fails only where it could never be made.
   */
  admit(orgId: string, from: PhoneNumber, to: string, isLater?: boolean): Promise<void>;
  /** Calls a person. The leg reports the rest to its listener, including a failure. */
  dial(request: DialRequest): PhoneCall;
}

/** How a number of a carrier is set up. Failures are sentences. */
export interface CarrierSetup {
  check(numberId: string): Promise<PhoneSetupStep[]>;
  /** Directs the number's calls to this server. `before`: the carrier's earlier settings, for `giveBack`; absent if nothing was changed. */
  connect(numberId: string): Promise<{ problem?: string; before?: Record<string, string> }>;
  /** Restores the carrier's earlier settings. Returns what could not be restored, and why. */
  giveBack(numberId: string, before: Record<string, string> | undefined): Promise<string | undefined>;
}

/** Text messages of a line's numbers. */
export interface CarrierTexts {
  /** Why it cannot send text messages with this number, as a sentence. Undefined: it can. */
  problemOf(from: PhoneNumber): string | undefined;
  /** Fails with `validation-failed` for a number that must not be written to. */
  requireAllowed(orgId: string, from: PhoneNumber, to: string): Promise<void>;
  /** Counts the message, and sends it. Fails with `validation-failed`, `rate-limited`, `provider-refused` or `provider-failed`. */
  send(message: OutgoingText): Promise<void>;
}

export interface OutgoingText {
  orgId: string;
  from: PhoneNumber;
  /** In E.164. */
  to: string;
  text: string;
}

export interface PhoneLineListener {
  /** Answers or rejects the call. When it fails, the line rejects the call. */
  onCall(call: IncomingPhoneCall): Promise<void>;
  /** Somebody writes. Resolves when the message is stored. */
  onText?(message: IncomingText): Promise<void>;
}

export interface IncomingText {
  orgId: string;
  /** The sender's number. */
  from: string;
  to: PhoneNumber;
  text: string;
}

export interface DialRequest {
  orgId: string;
  /** The calling number, with the settings of its line. */
  from: PhoneNumber;
  /** In E.164, or a SIP address. */
  to: string;
  /** Headers of a call over SIP. */
  sipHeaders?: Readonly<Record<string, string>> | undefined;
  /** The number that the called telephone shows, if the line can choose it. Default: the number of `from`. */
  callerId?: string | undefined;
  /** Who calls, for a phone with a display. */
  callerName: string | undefined;
  ringSeconds: number;
  /** The carrier finds out whether a mailbox answers, where it can. */
  detectMachine?: MachineDetection | undefined;
  media: PhoneMedia;
}

/** How a carrier finds out who answers: settings of Twilio's detection. */
export type MachineDetection = Extract<VoicemailDetection, { provider: "twilio" }>;

/**
 * A leg of the telephone network.
 *
 * ```
 *   new ── ringing ──▶ ringing ── answered ──▶ answered ──▶ ended
 *    ├─── answered at once ──────────────────────▲  │        ▲
 *    └─── refused, failed ───────▶ ended            └ hangs up┘   also from new and ringing
 * ```
 */
export interface PhoneCall extends CallersPhone {
  /** Called once. Reports earlier events at once. */
  listen(listener: PhoneCallListener): void;
  /** We hang up, or give up. No effect on an ended leg. */
  hangUp(): void;
}

export interface PhoneCallListener {
  /** The carrier has given this id to the call, after `listen`. At most once. */
  onNamed?(carrierId: string): void;
  onRinging(): void;
  /**
   * The carrier has detected who answered: `human`, `machine_start`, `machine_end_beep`, `machine_end_silence` …, or the beginning of a beep:
   * `machine_beep_start`.
   */
  onAnsweredBy?(who: string): void;
  /** Called once, last. Not after `hangUp`. */
  onEnded(end: PhoneCallEnd, carrier?: CarrierSays): void;
}

/** Somebody calls a number. */
export interface IncomingPhoneCall {
  readonly leg: PhoneCall;
  readonly orgId: string;
  /** The caller's number. */
  readonly from: string;
  /** The called number. */
  readonly to: PhoneNumber;
  /** The carrier's id of the call. */
  readonly carrierId?: string;
  /** Headers that the caller's side has added. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Connects the sound. Fails as `PhoneMedia.answer` does. */
  answer(media: PhoneMedia): Promise<void>;
}

/** How a leg ended, when not by `hangUp`. */
export type PhoneCallEnd = TransferFailure;

/** What a carrier adds to the end of a leg. */
export interface CarrierSays {
  /** More exact than the end's own reason. */
  endedReason?: string;
  message: string;
}
