import type { NumberDestination } from "@callwright/contract";

/** What a tool has the telephone of a call do. Plain data: it travels to a call host. */
export type PhoneAct =
  /** Tones of keys for whoever is at the other end. `w` is a pause. */
  | { type: "keys"; keys: string }
  /** The other end is a mailbox: it gets the message, a template, and the call ends. */
  | { type: "voicemail"; message?: string; waitsForBeep: boolean }
  | ({ type: "transfer" } & TransferAct);

/** Another telephone takes the call over. */
export interface TransferAct {
  destination: NumberDestination;
  /** What the operator hears before the caller is connected. */
  briefing?: string;
}
