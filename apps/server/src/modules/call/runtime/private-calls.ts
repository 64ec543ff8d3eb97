import type { CallEvent, CallEventType, CreateAssistant } from "@callwright/contract";

/** A HIPAA or PCI call. Its words stay in the memory of its node. */
export interface PrivateCall {
  readonly callId: string;
  readonly orgId: string;
  /** The assistant in use. The stored row has less of it. */
  readonly assistant: CreateAssistant;
  readonly variableValues: Readonly<Record<string, unknown>>;
  /** All events so far. */
  readonly events: CallEvent[];
}

/** Reports and analyzes private calls before their words are dropped. Never fails. */
export interface PrivateCalls {
  /** Sends the server messages of new events, once each, in order. */
  happened(call: PrivateCall, events: readonly CallEvent[]): void;
  /** The end is stored: analyzes the call, stores the structured outputs that may be kept, and sends the report. */
  ended(call: PrivateCall, signal: AbortSignal): Promise<void>;
}

/** Treats no call as private. */
export const NO_PRIVATE_CALLS: PrivateCalls = { happened: () => {}, ended: async () => {} };

/** Events without words, which are stored of private calls, too: times, costs and endings. */
const WORDLESS: ReadonlySet<CallEventType> = new Set([
  "call.started",
  "agent.started",
  "speech.started",
  "speech.stopped",
  "user.interrupted",
  "model.slow",
  "caller.left",
  "caller.returned",
  "caller.path",
  "control",
  "recording.consent",
  "turn",
  "usage",
  "call.ended",
]);

export function withoutWords(events: readonly CallEvent[]): CallEvent[] {
  return events.filter(({ type }) => WORDLESS.has(type)).map(plain);
}

/** Values for the next agent and messages of providers may contain words of the caller. */
function plain(event: CallEvent): CallEvent {
  if (event.type === "call.ended") return { ...event, payload: { endedReason: event.payload.endedReason } };
  if (event.type !== "agent.started") return event;
  return { ...event, payload: { ...event.payload, variables: {} } };
}
