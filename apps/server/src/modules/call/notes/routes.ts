import { callNoteRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { auditTarget } from "../api/control-call.ts";
import * as service from "./service.ts";

export function callNoteRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, {
    listCallNotes: ({ caller, params }) => service.listNotes(context, caller, params.id),
    createCallNote: async ({ caller, params, body, target }) => {
      const { note, call } = await service.createNote(context, caller, params.id, body);
      target(auditTarget(call));
      return note;
    },
    deleteCallNote: async ({ caller, params, target }) => {
      const { note, call } = await service.deleteNote(context, caller, params.id, params.noteId);
      target(auditTarget(call));
      return note;
    },
  });
}
