import { PlatformError } from "@callwright/contract";
import { nameCaller } from "../../http/caller-name.ts";
import type { ServerContext } from "../../server-context.ts";
import { keepTerminal, listQuestions, removeTerminal, storeAnswer } from "../../webhooks/terminal-store.ts";
import type { RealtimeHandlers } from "./define-functions.ts";

export type TerminalsContext = Pick<ServerContext, "db" | "now">;

type TerminalPath = "terminals:questions" | "terminals:listen" | "terminals:answer" | "terminals:leave";

export function terminalsFunctions({ db, now }: TerminalsContext): Pick<RealtimeHandlers, TerminalPath> {
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
      if (!(await keepTerminal(db, caller.orgId, terminal, now()))) throw new PlatformError("not-found", { what: "Terminal" });
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
