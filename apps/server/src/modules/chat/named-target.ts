import type { Session } from "@callwright/contract";
import { type SessionRow, teamOf } from "./store.ts";

type Target = Pick<Session, "assistant" | "assistantId" | "squad" | "squadId" | "workflowId"> & { workflow?: object };

/** The target of a session, as it was named when the session began. */
export function namedTarget({ assistant, assistantId, team }: Pick<SessionRow, "assistant" | "assistantId" | "team">): Target {
  const { squadId, squad, workflowId, workflow } = teamOf({ team }) ?? {};
  if (squadId !== undefined) return { squadId };
  if (workflowId !== undefined) return { workflowId };
  if (squad) return { squad };
  if (workflow) return { workflow };
  return assistantId === null ? { assistant } : { assistantId };
}
