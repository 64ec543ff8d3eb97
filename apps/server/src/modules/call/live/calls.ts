import {
  type CallLine,
  LINE_EVENT_TYPES,
  type LiveLine,
  linesOf,
  type PartialLine,
  turnsOf,
  unfinishedLines,
} from "@callwright/contract";
import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { auditAction } from "../../../platform/http/audit-writes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { QueryRequest, RealtimeHandlers } from "../../../platform/realtime/define-functions.ts";
import type { WatchedResource } from "../../../platform/realtime/keys.ts";
import type { LiveRelay } from "../../../platform/realtime/live-relay.ts";
import { auditTarget, controlCall } from "../api/control-call.ts";
import type { CallService } from "../runtime/call-service.ts";
import { call } from "../tables.ts";
import { liveFilter } from "./live-filter.ts";
import { findLiveCall, lastEvent, listLiveCalls, newestEvents } from "./live-store.ts";
import { runningCalls } from "./running-calls.ts";

export interface CallsContext extends Pick<ServerContext, "audit" | "newId" | "now" | "secrets"> {
  calls: Pick<CallService, "takeCommands">;
  live: Pick<LiveRelay, "linesOf">;
}

export function callsFunctions(
  context: CallsContext,
): Pick<RealtimeHandlers, Extract<keyof RealtimeHandlers, `calls:${string}`>> {
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

    "calls:running": async ({ args: { limit }, db, orgId, dependOn }) => {
      dependOn("call");
      const partialLines = (id: string) => live.linesOf(orgId, id);
      const running = await runningCalls(db, orgId, { limit, now: context.now(), partialLines });
      for (const { id } of running) for (const resource of ["call-event", "call-live"] as const) dependOn(resource, id);
      return running;
    },

    "calls:lastEvent": ({ db, orgId, ...request }) => lastEvent(db, orgId, followed(request, "call-event")),

    "calls:partialLines": ({ db, orgId, ...request }) => partialLines(db, orgId, followed(request, "call", "call-live")),

    "calls:get": ({ db, orgId, ...request }) => findLiveCall(db, orgId, followed(request, "call")),

    "calls:transcript": async ({ db, orgId, ...request }) => {
      const { tail } = request.args;
      const id = followed(request, "call", "call-event", "call-live");
      const events = await newestEvents(db, orgId, id, LINE_TYPES, Math.max(tail, LINE_EVENTS_MIN));
      const unfinished = unfinishedLines(await partialLines(db, orgId, id), events);
      return [...linesOf(events.slice(-tail)).map(toLiveLine), ...unfinished.map(toUnfinishedLine)].slice(-tail);
    },

    "calls:latency": async ({ db, orgId, ...request }) => {
      const id = followed(request, "call", "call-event");
      return [...turnsOf(await newestEvents(db, orgId, id, ["turn"], TURN_EVENTS_MAX)).values()];
    },

    "calls:control": async ({ args: { id, message }, caller, db, afterCommit }) => {
      const row = await controlCall({ ...context, db }, caller, id.toLowerCase(), message);
      afterCommit(() => {
        auditAction(audit, caller, "controlCall", auditTarget(row, message));
        // A call of this node is controlled at once. Another node reads the command from the database.
        void calls.takeCommands([row.id]);
      });
      return null;
    },
  };

  async function partialLines(db: Database, orgId: string, callId: string): Promise<PartialLine[]> {
    const lines = live.linesOf(orgId, callId);
    if (lines.length === 0) return [];
    // These lines have only the call's id, and those of another node may be older than the call's end.
    const found = await findLiveCall(db, orgId, callId);
    return found && found.status !== "ended" ? [...lines] : [];
  }
}

type Followed = Pick<QueryRequest<"calls:get">, "args" | "dependOn">;

/** The id of the call that a query asks about. The answer depends on these resources of the call. */
function followed({ args, dependOn }: Followed, ...resources: readonly WatchedResource[]): string {
  const id = args.id.toLowerCase();
  for (const resource of resources) dependOn(resource, id);
  return id;
}

const LINE_TYPES = LINE_EVENT_TYPES.filter((type) => type !== "prompt.rendered");
/** Minimum number of events read for a short tail, because one of them may have replaced a partial line. */
const LINE_EVENTS_MIN = 100;
/** More than the longest call can have. */
const TURN_EVENTS_MAX = 100_000;

function toLiveLine({ role, text, startMs, isInterrupted, tool }: CallLine): LiveLine {
  return { role, text, startMs, isPartial: false, isInterrupted, ...(tool && { tool }) };
}

function toUnfinishedLine({ role, text, startMs }: PartialLine): LiveLine {
  return { role, text, startMs, isPartial: true, isInterrupted: false };
}
