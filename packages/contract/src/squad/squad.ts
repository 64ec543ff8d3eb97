import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "../assistant/assistant.ts";
import { TransferAssistantDestination } from "../tool/assistant-destination.ts";
import { HandoffAssistantDestination } from "../tool/handoff-destination.ts";
import { bindInlineShape } from "../tool/inline-shape.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { ListQuery } from "../wire/list-query.ts";
import { repeatable } from "../wire/query-value.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { DraftFields, LatestVersion, VersionFields, versionRoutes } from "../wire/version-routes.ts";
import { squadNoun } from "./squad-noun.ts";

/** A transfer if it only has a transfer's fields, otherwise a handoff. */
const Destination = z.union([
  TransferAssistantDestination.meta({ title: "Transfer" }),
  HandoffAssistantDestination.meta({ title: "Handoff" }),
]);

/** One assistant of a squad and its handoff destinations. */
const SquadMember = z.strictObject({
  assistantId: Id.nullable().meta({ title: "Assistant" }).optional(),
  assistantVersion: z
    .string()
    .max(20)
    .nullable()
    .meta({ title: "Version", description: "The assistant's version. Latest when unset." })
    .optional(),
  /** Inline assistant. */
  assistant: CreateAssistant.optional(),
  assistantOverrides: AssistantOverrides.optional(),
  assistantDestinations: z
    .array(Destination)
    .max(100)
    .optional()
    .meta({ title: "Destinations", description: "Members this one can hand the conversation to." }),
});

const SquadFields = {
  name: z.string().max(1000).optional(),
  members: z.array(SquadMember).min(1).max(100).meta({ description: "The first one starts the conversation." }),
  membersOverrides: AssistantOverrides.optional().meta({
    title: "Overrides for all members",
    description: "Added to each member's own overrides.",
  }),
};

export type CreateSquad = z.infer<z.ZodObject<typeof SquadFields>>;
export interface CreateSquadSchema extends z.ZodType<CreateSquad, CreateSquad> {}
export const CreateSquad: CreateSquadSchema = z.strictObject(SquadFields).meta({ id: "CreateSquad" });
bindInlineShape("squad", CreateSquad);

/** `members` is required even when it does not change. */
export const UpdateSquad = z.strictObject({
  name: SquadFields.name.nullable(),
  members: SquadFields.members,
  membersOverrides: SquadFields.membersOverrides.nullable(),
});
export type UpdateSquad = z.infer<typeof UpdateSquad>;

export const Squad = z.looseObject({
  ...EntityFields,
  ...SquadFields,
  /** The live version. Callwright only. */
  latestVersion: LatestVersion.optional(),
});
export type Squad = z.infer<typeof Squad>;

/** One published version of a squad. */
export const SquadVersion = z.looseObject({ ...SquadFields, squadId: Id, ...VersionFields });
export type SquadVersion = z.infer<typeof SquadVersion>;

/** The user's unpublished edit of a squad. */
export const SquadDraft = z.object({ squadId: Id, ...DraftFields, config: CreateSquad });
export type SquadDraft = z.infer<typeof SquadDraft>;

export const SquadQuery = z.object({
  ...ListQuery.shape,
  /** Limits the list to these ids. */
  idAny: repeatable(Id).optional(),
});
export type SquadQuery = z.infer<typeof SquadQuery>;

const plain = resourceRoutes(squadNoun, { create: CreateSquad, update: UpdateSquad, entity: Squad }, SquadQuery);

export const squadRoutes = {
  ...plain,
  updateSquad: { ...plain.updateSquad, summary: "Update a squad and publish a version" },
  ...versionRoutes(squadNoun, { create: CreateSquad, entity: Squad, draft: SquadDraft, version: SquadVersion }),
};
