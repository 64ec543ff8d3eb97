import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { SAVED_SCREENS, savedViewNoun } from "./saved-view-noun.ts";

/** More is no address. */
const STATE_MAX_CHARACTERS = 20_000;

const State = z
  .record(z.string(), z.unknown())
  .refine((state) => JSON.stringify(state).length <= STATE_MAX_CHARACTERS, {
    error: `must have at most ${STATE_MAX_CHARACTERS} characters as JSON`,
  })
  .meta({ description: "The search parameters of the screen's address." });

const Name = z.string().trim().min(1).max(NAME_MAX_CHARACTERS);

/** A screen's filters, sorting or charts under a name, for its author or for the whole organization. Callwright only. */
export const SavedView = z.object({
  id: Id,
  screen: z.enum(SAVED_SCREENS),
  name: z.string(),
  state: z.record(z.string(), z.unknown()),
  /** All members see it. */
  isShared: z.boolean(),
  /** Null for an API token. */
  userId: Id.nullable(),
  authorName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

export const CreateSavedView = z.strictObject({
  screen: z.enum(SAVED_SCREENS),
  name: Name,
  state: State,
  isShared: z.boolean().default(false),
});
export type CreateSavedView = z.infer<typeof CreateSavedView>;

export const UpdateSavedView = z.strictObject({
  name: Name.optional(),
  state: State.optional(),
  isShared: z.boolean().optional(),
});
export type UpdateSavedView = z.infer<typeof UpdateSavedView>;

const one = { role: "viewer", response: SavedView } as const;

export const savedViewRoutes = describeRoutes(savedViewNoun.addresses, {
  listSavedViews: {
    ...one,
    query: z.object({ screen: z.enum(SAVED_SCREENS).optional() }),
    response: z.array(SavedView),
    summary: "List your saved views and those that are shared with the organization, by name",
  },
  createSavedView: {
    ...one,
    body: CreateSavedView,
    status: 201,
    summary: "Save a view",
  },
  getSavedView: { ...one, summary: "Get a saved view" },
  updateSavedView: {
    ...one,
    body: UpdateSavedView,
    summary: "Change your saved view; admins can change any shared view",
  },
  deleteSavedView: {
    ...one,
    summary: "Delete your saved view; admins can delete any shared view",
  },
});
