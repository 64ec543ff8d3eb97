import { type SQL, sql } from "drizzle-orm";
import { ids, oneOf, parts } from "../../platform/db/list-filters.ts";
import { session } from "./tables.ts";

type AgentQuery = { [Name in "assistantId" | "assistantIdAny" | "squadId" | "workflowId"]?: string | undefined };

/** Sessions with this stored assistant, squad or workflow. */
export const agentFilters = ({ assistantId, assistantIdAny, squadId, workflowId }: AgentQuery): SQL[] => [
  ...oneOf(session.assistantId, ids(assistantId), ids(parts(assistantIdAny))),
  ...oneOf(sql`${session.team} ->> 'squadId'`, ids(squadId)),
  ...oneOf(sql`${session.team} ->> 'workflowId'`, ids(workflowId)),
];
