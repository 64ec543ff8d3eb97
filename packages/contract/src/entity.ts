import { z } from "zod";

/** An id: a UUID made by the application. */
export const Id = z.uuid();

/** What every stored entity carries. Times are ISO 8601, UTC. */
export const EntityFields = {
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  updatedAt: z.string(),
};
