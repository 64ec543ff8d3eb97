import { auditAction } from "../../../platform/http/audit-writes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { RealtimeHandlers } from "../../../platform/realtime/define-functions.ts";
import { auditTarget } from "../api/control-call.ts";
import { createNote } from "./service.ts";

export type NotesContext = Pick<ServerContext, "audit" | "newId" | "now" | "secrets">;

export function notesFunctions(context: NotesContext): Pick<RealtimeHandlers, "notes:add"> {
  return {
    "notes:add": async ({ args: { callId, text }, caller, db, afterCommit }) => {
      const { note, call } = await createNote({ ...context, db }, caller, callId.toLowerCase(), { text });
      afterCommit(() => auditAction(context.audit, caller, "createCallNote", auditTarget(call)));
      return note;
    },
  };
}
