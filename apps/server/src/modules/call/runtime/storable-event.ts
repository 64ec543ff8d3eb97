import type { CallEvent } from "@callwright/contract";
import { storableText } from "../../../platform/db/storable-text.ts";

/** JSON escapes that PostgreSQL may refuse in `jsonb`: U+0000 and lone surrogates. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/** Makes an event storable: removes U+0000 and replaces lone surrogates. Callers may type anything. */
export function storableEvent(event: CallEvent): CallEvent {
  if (!SUSPICIOUS.test(JSON.stringify(event.payload))) return event;
  return { ...event, payload: cleaned(event.payload) } as CallEvent;
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)]));
}
