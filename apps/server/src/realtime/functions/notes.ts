import { auditAction } from "../../http/audit-writes.ts";
import { auditTarget } from "../../resources/call/control-call.ts";
import { createNote } from "../../resources/call-note/service.ts";
import type { ServerContext } from "../../server-context.ts";
import type { RealtimeHandlers } from "./define-functions.ts";

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
