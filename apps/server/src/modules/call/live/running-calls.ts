import {
  type CallLine,
  isWaitedFor,
  linesOf,
  type OngoingCall,
  type PartialLine,
  turnsOf,
  turnWaitMs,
  unfinishedLines,
} from "@callwright/contract";
import type { Database } from "../../../platform/db/connect.ts";
import type { ArtifactEvent } from "../api/artifact-event.ts";
import { findHolders } from "../runtime/take-over-store.ts";
import { lastEventsOf, listRunningCalls } from "./live-store.ts";

/** How many of the caller's last lines count: what was asked long before is answered. */
const ASKING_LINES = 2;

const PERSON = [
  "human|(?:real |actual |living )?(?:person|people)|someone|somebody|representative|operator|colleague|manager|supervisor|staff",
  "mensch(?:en)?|mitarbeiter(?:in)?|person|jemand(?:en|em)?|kolleg(?:e|en|in)|berater(?:in)?",
  "(?:une )?(?:vraie )?personne|(?:un )?humain|quelqu'un|conseiller|conseillère|responsable",
  "(?:una )?persona|(?:un )?humano|alguien|agente|encargado|operador",
].join("|");
const ASKS =
  "speak|talk|connect|transfer|put me|get me|sprechen|reden|verbinden|geben sie mir|parler|passez|passer|hablar|pasar|comunicar";
const ASKS_FOR_PERSON = new RegExp(
  `\\b(?:${ASKS})\\b[^.?!]{0,40}\\b(?:${PERSON})\\b|\\b(?:real|actual|living) (?:person|human)\\b|\\b(?:echte[nrm]?|richtige[nrm]?) mensch(?:en)?\\b`,
  "iu",
);

/** Running calls, each with the last sentence of both sides. `partialLines`: the unfinished sentences of a call. */
export async function runningCalls(
  db: Database,
  orgId: string,
  { limit, now, partialLines }: { limit: number; now: Date; partialLines: (callId: string) => readonly PartialLine[] },
): Promise<OngoingCall[]> {
  const calls = await listRunningCalls(db, orgId, limit);
  const ids = calls.map(({ id }) => id);
  const [events, holders] = await Promise.all([lastEventsOf(db, orgId, ids), findHolders(db, orgId, ids, now)]);
  return calls.map((row) => ({
    ...row,
    ...lastOf(events.get(row.id) ?? [], partialLines(row.id)),
    takenBy: holders.get(row.id)?.name ?? null,
  }));
}

function lastOf(events: readonly ArtifactEvent[], partial: readonly PartialLine[]) {
  const said = linesOf(events);
  const unfinished = unfinishedLines(partial, events);
  const lines = (["user", "assistant"] as const).flatMap((role) => {
    const spoken = unfinished.find((line) => line.role === role) ?? said.findLast((line) => isHeardFrom(line, role));
    return spoken ? [{ role, text: spoken.text, isPartial: !("kind" in spoken), startMs: spoken.startMs }] : [];
  });
  const asked = said.filter(({ role }) => role === "user").slice(-ASKING_LINES);
  const wait = [...turnsOf(events).values()].filter(isWaitedFor).at(-1);
  return {
    lines: lines
      .sort((one, other) => one.startMs - other.startMs)
      .map(({ role, text, isPartial }) => ({ role, text, isPartial })),
    asksForPerson: asked.some(({ text }) => ASKS_FOR_PERSON.test(text)),
    responseMs: wait ? Math.round(turnWaitMs(wait)) || null : null,
  };
}

/** Words of the muted assistant were not said to anybody. */
function isHeardFrom(line: CallLine, role: "user" | "assistant"): boolean {
  return line.role === role && line.heard !== "not";
}
