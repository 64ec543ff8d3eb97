import type { CallEvent } from "@callwright/contract";
import type { Database } from "../../../platform/db/connect.ts";
import { type CallRow, listEvents } from "../api/store.ts";

type LoggedCall = Pick<CallRow, "id" | "orgId" | "startedAt" | "createdAt">;

/** The log of a call: its events as JSON lines, each with its time and level. It is made when it is read. */
export async function readCallLog(db: Database, row: LoggedCall): Promise<Buffer> {
  const { id, orgId, startedAt, createdAt } = row;
  const zeroMs = (startedAt ?? createdAt).getTime();
  const events = await listEvents(db, orgId, id, -1);
  const lines = events.map(({ seq, atMs, type, payload }) => {
    const time = new Date(zeroMs + atMs).toISOString();
    return `${JSON.stringify({ time, level: LEVELS[type] ?? "info", callId: id, seq, atMs: Math.round(atMs), type, payload })}\n`;
  });
  return Buffer.from(lines.join(""));
}

const LEVELS: { readonly [Type in CallEvent["type"]]?: "error" | "warn" } = { failure: "error" };
