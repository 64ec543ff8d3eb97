import type { CallEvent } from "@callwright/contract";
import { storableText } from "../db/storable-text.ts";

/** What JSON looks like that PostgreSQL refuses in `jsonb`: U+0000, and surrogates, which only matter when one stands alone. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/** The event as PostgreSQL takes it: U+0000 left out, half surrogates replaced. Words typed by a caller may hold anything. */
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
