import type { CarrierInput, DialOrder, PhoneScript, TransferFailure } from "@callwright/engine";

/** A request inside a SIP call. */
export interface SipRequest {
  verb: "INFO" | "MESSAGE";
  headers: Readonly<Record<string, string>>;
  contentType: string;
  body: string;
}

/** The caller's telephone, with the actions of its call. */
export interface CallersPhone {
  /** The assistant presses keys: a telephone with a display shows them, and a line that has signaled so sends them (`PhoneMedia.signalKeys`). */
  sendKeys?(keys: string): void;
  /**
   * Asks the network to connect the caller with another telephone (SIP REFER). Resolves to undefined when they are connected, and then this leg ends.
   * Absent: the network cannot do that. `onAdmitted`: the call is allowed, and the network was asked.
   */
  refer?(order: DialOrder, onAdmitted: () => void): Promise<TransferFailure | undefined> | undefined;
  /** Sends a request in the call. Answers what went wrong, as a sentence. Absent: the line is no SIP. */
  sendSip?(request: SipRequest): Promise<string | undefined>;
}

/** A telephone that a call is transferred to. */
export interface OperatorsPhone {
  listen(listener: { onRinging(): void; onEnded(why: TransferFailure): void }): void;
  hangUp(): void;
}

/** Connects the sound of a telephone with the call host. */
export interface PhoneMedia {
  callId: string;
  /** The carrier records the call, too, where it can. */
  carrierRecording?: { channels: "mono" | "dual" } | undefined;
  /** Takes an SDP offer and answers it: a browser, or a SIP trunk through its gateway. Fails with a `PlatformError`. */
  answer(offer: string): Promise<string>;
  /**
   * Makes an SDP offer for a telephone, and takes its answer. `isEarly`: it still rings, and the answer is given again when somebody picks up. Both
   * fail with a `PlatformError`.
   */
  offer(): Promise<{ sdp: string; take(answer: string, isEarly?: boolean): Promise<void> }>;
  /**
   * Answers another SDP offer of the connected telephone, which holds the call, takes it back or changes its codec. Fails with a `PlatformError`.
   * Absent: the telephone is one that the call is transferred to.
   */
  renew?(offer: string): Promise<string>;
  /** The caller's telephone holds the call, or takes it back. */
  hold?(isHeld: boolean): void;
  /** Whether the line sends the assistant's keys (`sendKeys`). Else the call host plays their tones. Absent: see `renew`. */
  signalKeys?(areSignaled: boolean): void;
  /** The signaling reports a key. */
  press(key: string): void;
  /** Plays a script in the call host as the other end of the call. */
  play(script: PhoneScript): void;
  /** The other end is a carrier's stream, see `CallHostPool.openCarrier`. */
  connect(onSound: (sound: string) => void): (input: CarrierInput) => void;
}

/** Calls the telephone that a call is transferred to. Fails when that must not be called. */
export type DialOperator = (order: DialOrder, media: PhoneMedia) => Promise<OperatorsPhone>;
