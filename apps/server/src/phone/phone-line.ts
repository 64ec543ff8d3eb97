import type { PhoneNumber } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";

/**
 * A way to the telephone network: a carrier's account, a SIP trunk, the simulated line. It signals; the sound of a leg goes to the call host,
 * as `PhoneMedia` tells.
 */
export interface PhoneLine {
  /** Calls from outside go to the listener from now on. */
  open(listener: PhoneLineListener): void;
  /** Calls somebody. The leg tells its listener the rest, a failure too. */
  dial(request: DialRequest): PhoneCall;
}

export interface PhoneLineListener {
  /** Answers or rejects the call. When it fails, the line rejects the call. */
  onCall(call: IncomingPhoneCall): Promise<void>;
}

export interface DialRequest {
  orgId: string;
  /** The number that calls, with the settings of its line. */
  from: PhoneNumber;
  /** In E.164. */
  to: string;
  /** The number that the called telephone shows. Default: that of `from`. */
  callerId?: string | undefined;
  /** Who calls, for a phone with a display. */
  callerName: string | undefined;
  ringSeconds: number;
  media: PhoneMedia;
}

/**
 * A leg of the telephone network.
 *
 * ```
 *   new ── ringing ──▶ ringing ── answered ──▶ answered ──▶ ended
 *    ├─── answered at once ──────────────────────▲  │        ▲
 *    └─── refused, failed ───────▶ ended            └ hangs up┘   also from new and ringing
 * ```
 */
export interface PhoneCall {
  /** Once. Events before are told then. */
  listen(listener: PhoneCallListener): void;
  /** Keys that the other end has heard as tones, for a telephone with a display. */
  sendKeys(keys: string): void;
  /** We hang up, or give up. No effect on an ended leg. */
  hangUp(): void;
}

export interface PhoneCallListener {
  onRinging(): void;
  /** Once, last. Not after `hangUp`. */
  onEnded(end: PhoneCallEnd): void;
}

export interface IncomingPhoneCall extends PhoneCall {
  readonly orgId: string;
  /** The caller's number. */
  readonly from: string;
  /** The number that is called. */
  readonly to: PhoneNumber;
  /** Connects the sound. Fails as `PhoneMedia.answer` does. */
  answer(media: PhoneMedia): Promise<void>;
}

/** How a leg ended, when not by `hangUp`. */
export type PhoneCallEnd = "hung-up" | "busy" | "no-answer" | "declined" | "failed";

/** The call host's end of a leg's sound. */
export interface PhoneMedia {
  callId: string;
  /** Takes an SDP offer and answers it: a browser, or a SIP trunk through its gateway. Fails with a `PlatformError`. */
  answer(offer: string): Promise<string>;
  /** Nobody is at the other end but a script, which the call host plays. */
  play(script: PhoneScript): void;
}
