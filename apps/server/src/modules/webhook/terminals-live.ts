import { PlatformError } from "@callwright/contract";
import { auditAction } from "../../platform/http/audit-writes.ts";
import { nameCaller } from "../../platform/http/caller-name.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { RealtimeHandlers } from "../../platform/realtime/define-functions.ts";
import { keepTerminal, listQuestions, removeTerminal, storeAnswer } from "./terminal-store.ts";

export type TerminalsContext = Pick<ServerContext, "audit" | "db" | "now">;

type TerminalPath = "terminals:questions" | "terminals:listen" | "terminals:answer" | "terminals:leave";

export function terminalsFunctions({ audit, db, now }: TerminalsContext): Pick<RealtimeHandlers, TerminalPath> {
  return {
    "terminals:questions": async ({ args: { terminalId }, db: snapshot, orgId, dependOn }) => {
      const id = terminalId.toLowerCase();
      dependOn("webhook-question", id);
      return listQuestions(snapshot, orgId, id);
    },

    "terminals:listen": async ({ args, caller }) => {
      const { name: ownerName } = await nameCaller(db, caller);
      const { types = null, url } = args;
      const terminal = { id: args.id.toLowerCase(), assistantId: args.assistantId?.toLowerCase() ?? null, types, url, ownerName };
      const kept = await keepTerminal(db, caller.orgId, terminal, now());
      if (!kept) throw new PlatformError("not-found", { what: "Terminal" });
      if (kept === "new") auditAction(audit, caller, "connectTerminal", { id: terminal.id, name: new URL(url).origin });
      return null;
    },

    "terminals:answer": async ({ args: { terminalId, id, answer }, caller }) =>
      storeAnswer(db, caller.orgId, { terminalId: terminalId.toLowerCase(), id: id.toLowerCase(), answer }),

    "terminals:leave": async ({ args: { terminalId }, caller }) => {
      await removeTerminal(db, caller.orgId, terminalId.toLowerCase());
      return null;
    },
  };
}
