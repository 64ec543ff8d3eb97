/**
 * The states of a call object. It has one call at a time and can be started again.
 *
 * ```
 *  idle ──start──▶ creating ──created──▶ joining ──joined──▶ joined ──listening──▶ connected
 *                   ▲ │                    │  └──────listening──────────────────▶    │
 *             start │ └────leave───────────┴───────leave────┴────────leave───────────┘
 *                   │                           ▼
 *                   ├────── ended ◀──cleaned── ending
 *                   └───────────start────────────┘      (waits for the clean-up of the call before it)
 * ```
 * `leave` covers a hang-up of either side, a failure and a lost connection. They only differ in the emitted events.
 */
export type CallState = "idle" | "creating" | "joining" | "joined" | "connected" | "ending" | "ended";

export type CallStateEvent = "start" | "created" | "joined" | "listening" | "leave" | "cleaned";

const TRANSITIONS: Record<CallState, Partial<Record<CallStateEvent, CallState>>> = {
  idle: { start: "creating" },
  creating: { created: "joining", leave: "ending" },
  joining: { joined: "joined", listening: "connected", leave: "ending" },
  joined: { listening: "connected", leave: "ending" },
  connected: { leave: "ending" },
  ending: { start: "creating", cleaned: "ended" },
  ended: { start: "creating" },
};

/** The state after an event. Undefined if the event does not apply. */
export function nextCallState(state: CallState, event: CallStateEvent): CallState | undefined {
  return TRANSITIONS[state][event];
}
