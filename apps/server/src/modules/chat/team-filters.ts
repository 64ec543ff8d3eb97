import { type SQL, sql } from "drizzle-orm";
import { session } from "./tables.ts";

/** Sessions with this stored squad or workflow. */
export function teamFilters(query: { squadId?: string | undefined; workflowId?: string | undefined }): SQL[] {
  return (["squadId", "workflowId"] as const).flatMap((field) => {
    const id = query[field];
    return id === undefined ? [] : [sql`${session.team} ->> ${field} = ${id.toLowerCase()}`];
  });
}
