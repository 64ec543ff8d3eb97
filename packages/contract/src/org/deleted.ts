import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { LIST_LIMIT } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { AUDIT_ACTORS } from "./audit.ts";
import { deletedNoun } from "./deleted-noun.ts";

/** What was deleted and can be restored. Callwright only. */
export const DeletedItem = z.object({
  id: Id,
  /** The name in the names of its routes: `PhoneNumber` is restored by `restorePhoneNumber`. */
  thing: z.string(),
  /** Absent for one without a name. */
  name: z.string().optional(),
  deletedAt: z.string(),
  /** From this time it cannot be restored. */
  goneAt: z.string(),
  /** Who deleted it. */
  actor: z.enum(AUDIT_ACTORS),
  /** The actor's name at the time. */
  actorName: z.string(),
});
export type DeletedItem = z.infer<typeof DeletedItem>;

export const DeletedQuery = z.object({
  limit: z.coerce.number().int().min(0).max(LIST_LIMIT.max).default(LIST_LIMIT.default),
});

export const deletedRoutes = describeRoutes(deletedNoun.addresses, {
  listDeletedItems: {
    query: DeletedQuery,
    response: z.array(DeletedItem),
    summary: "List what was deleted and can be restored, newest first",
  },
});
