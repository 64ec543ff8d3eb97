/** The automatic behavior of a phone call's far end. */
export type PhoneScript = readonly PhoneScriptStep[];

export type PhoneScriptStep =
  | { do: "wait"; ms: number }
  | { do: "say"; text: string }
  /** A tone, such as a mailbox plays before it records. */
  | { do: "beep"; hz: number; ms: number }
  /** Until the agent has spoken, and then been quiet for `quietMs`; at most `maxMs`. */
  | { do: "listen"; quietMs: number; maxMs: number }
  /** Until further steps are added. */
  | { do: "hold" };
