import type { PhoneDestination, PromptMessage } from "@callwright/contract";

/** What a tool has the telephone of a call do. Plain data: it travels to a call host. */
export type PhoneAct =
  /** Tones of keys for the other end. `w` is a pause. */
  | { type: "keys"; keys: string }
  /** The other end is a mailbox: it gets the message, a template, and the call ends. */
  | { type: "voicemail"; message?: string; waitsForBeep: boolean }
  | ({ type: "transfer" } & TransferAct);

/** What a call does instead of a conversation: nobody answers it. It says a text, passes the call on, or both. */
export interface PhoneOpening {
  say?: string;
  transfer?: TransferAct;
  endedReason: string;
}

/** Another telephone takes the call over. */
export interface TransferAct {
  /** Why the call ends after it. Default: it was forwarded by its assistant. */
  endedReason?: string | undefined;
  destination: PhoneDestination;
  /** What the operator hears before the caller is connected. Absent: the caller is connected at once. */
  briefing?: Briefing;
}

export interface Briefing {
  text: string;
  /** The model words a summary. Where it does not in time, or there is none, `text` stands for it. */
  summary?: { messages: readonly PromptMessage[]; timeoutSeconds: number };
}
