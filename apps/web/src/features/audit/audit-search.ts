import { searchOf, text, typed } from "../../kit/search-params.ts";

/** The log's filters, as the address has them: the name of a route, and the id of a person, an API token or a key set. */
export const auditSearch = searchOf({ action: text, actorId: typed });
export type AuditSearch = ReturnType<typeof auditSearch>;
