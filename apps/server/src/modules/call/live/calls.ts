import type { LiveLine } from "@callwright/contract";
import type { PartialLine } from "@callwright/engine";
import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { auditAction } from "../../../platform/http/audit-writes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { RealtimeHandlers } from "../../../platform/realtime/define-functions.ts";
import type { LiveRelay } from "../../../platform/realtime/live-relay.ts";
import { auditTarget, controlCall } from "../api/control-call.ts";
import type { CallService } from "../runtime/call-service.ts";
import { call } from "../tables.ts";
import { liveFilter } from "./live-filter.ts";
import { findLiveCall, lastEvent, lastSaid, listLines, listLiveCalls, listTurns } from "./live-store.ts";

export interface CallsContext extends Pick<ServerContext, "audit" | "newId" | "now" | "secrets"> {
  calls: Pick<CallService, "takeCommands">;
  live: Pick<LiveRelay, "linesOf">;
}

type CallPath = "calls:list" | "calls:get" | "calls:transcript" | "calls:latency" | "calls:lastEvent" | "calls:control";

export function callsFunctions(context: CallsContext): Pick<RealtimeHandlers, CallPath> {
  const { calls, audit, live } = context;
  return {
    "calls:list": async ({ args: { assistantId, status, filter, limit }, db, orgId, dependOn }) => {
      dependOn("call");
      const conditions = [
        ...(assistantId === undefined ? [] : [eq(call.assistantId, assistantId.toLowerCase())]),
        ...(status === undefined ? [] : [eq(call.status, status)]),
        ...(filter === undefined ? [] : [liveFilter(filter)]),
      ];
      return listLiveCalls(db, orgId, conditions, limit);
    },

    "calls:get": async ({ args, db, orgId, dependOn }) => {
      const id = args.id.toLowerCase();
      dependOn("call", id);
      return findLiveCall(db, orgId, id);
    },

    "calls:transcript": async ({ args: { id: given, tail }, db, orgId, dependOn }) => {
      const id = given.toLowerCase();
      for (const resource of ["call", "call-event", "call-live"] as const) dependOn(resource, id);
      const lines = await listLines(db, orgId, id, tail);
      return [...lines, ...(await unfinishedLines(live.linesOf(orgId, id), db, orgId, id))].slice(-tail);
    },

    "calls:latency": async ({ args, db, orgId, dependOn }) => {
      const id = args.id.toLowerCase();
      for (const resource of ["call", "call-event"] as const) dependOn(resource, id);
      return listTurns(db, orgId, id);
    },

    "calls:lastEvent": async ({ args, db, orgId, dependOn }) => {
      const id = args.id.toLowerCase();
      dependOn("call-event", id);
      return lastEvent(db, orgId, id);
    },

    "calls:control": async ({ args: { id, message }, caller, db, afterCommit }) => {
      const row = await controlCall({ ...context, db }, caller, id.toLowerCase(), message);
      afterCommit(() => {
        auditAction(audit, caller, "controlCall", auditTarget(row));
        // At once, where the call is this node's; another node is told by the database.
        void calls.takeCommands([row.id]);
      });
      return null;
    },
  };
}

/** What is being said, as far as it is not among the events yet. */
async function unfinishedLines(lines: readonly PartialLine[], db: Database, orgId: string, callId: string): Promise<LiveLine[]> {
  if (lines.length === 0) return [];
  // They are known by the call's id alone, and those of another server may be older than its end.
  const found = await findLiveCall(db, orgId, callId);
  if (!found || found.status === "ended") return [];
  const last = await lastSaid(db, orgId, callId);
  return lines
    .filter(({ role, seq }) => last[role] < seq)
    .map(({ role, text, startMs }) => ({ role, text, startMs, isPartial: true, isInterrupted: false }))
    .sort((a, b) => a.startMs - b.startMs);
}
