/** The log's filters, as the address has them. */
export interface AuditSearch {
  /** Name of a route. */
  action?: string;
  /** Of a person, an API token or a key set. */
  actorId?: string;
}

export function auditSearch({ action, actorId }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof action === "string" && action !== "" ? { action } : {}),
    // An id of digits comes out of the address as a number.
    ...(["string", "number"].includes(typeof actorId) && actorId !== "" ? { actorId: String(actorId) } : {}),
  };
}
