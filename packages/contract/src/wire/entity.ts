import { z } from "zod";
import { Warning } from "./capabilities.ts";

/** An id: a UUID made by the application. */
export const Id = z.uuid();

/** The fields of every stored entity. Times are ISO 8601 in UTC. */
export const EntityFields = {
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** In the response to a write: the fields that this server ignores. Never stored; dropped on write. Callwright only, not with `Callwright-Compat`. */
  warnings: z.array(Warning).optional(),
};
