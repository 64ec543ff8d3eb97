/** How a text is spoken. */
export interface SayOptions {
  interruptible: boolean;
  interrupts: boolean;
  endedReason?: string;
  asWritten?: boolean;
  /** The caller's page requested it, so it passes the security filter. */
  ofCaller?: boolean;
  /** Before the waiting speeches. */
  first?: boolean;
  /** Name of the supervisor whose words these are. */
  by?: string | undefined;
}

/** A speech that was queued. */
export interface Saying {
  turn: number;
  /** Resolves when it has ended, heard or not. */
  ended: Promise<void>;
}
