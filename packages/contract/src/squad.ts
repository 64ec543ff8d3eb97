import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "./assistant.ts";
import { EntityFields, Id } from "./entity.ts";
import { bindInlineShape } from "./inline-shape.ts";
import { ListQuery, repeated } from "./list-query.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { TransferAssistantDestination } from "./tool/assistant-destination.ts";
import { HandoffAssistantDestination } from "./tool/handoff-destination.ts";

/** A transfer when it names no more than one can, a handoff otherwise. */
const Destination = z.union([TransferAssistantDestination, HandoffAssistantDestination]);

/** One assistant of a squad, and where it may pass the conversation on to. */
const SquadMember = z.strictObject({
  assistantId: Id.nullable().meta({ title: "Assistant" }).optional(),
  assistantVersion: z
    .string()
    .max(20)
    .nullable()
    .meta({ title: "Version", description: "Of the assistant; latest when unset." })
    .optional(),
  /** One that is stored nowhere else. */
  assistant: CreateAssistant.optional(),
  assistantOverrides: AssistantOverrides.optional(),
  assistantDestinations: z.array(Destination).max(100).optional(),
});

const SquadFields = {
  name: z.string().max(1000).optional(),
  /** The first one starts. */
  members: z.array(SquadMember).min(1).max(100),
  /** On top of every member's own overrides. */
  membersOverrides: AssistantOverrides.optional(),
};

export type CreateSquad = z.infer<z.ZodObject<typeof SquadFields>>;
export interface CreateSquadSchema extends z.ZodType<CreateSquad, CreateSquad> {}
export const CreateSquad: CreateSquadSchema = z.strictObject(SquadFields).meta({ id: "CreateSquad" });
bindInlineShape("squad", CreateSquad);

/** The members must be there even when they do not change. */
export const UpdateSquad = z.strictObject({
  name: SquadFields.name.nullable(),
  members: SquadFields.members,
  membersOverrides: SquadFields.membersOverrides.nullable(),
});
export type UpdateSquad = z.infer<typeof UpdateSquad>;

export const Squad = z.looseObject({ ...EntityFields, ...SquadFields });
export type Squad = z.infer<typeof Squad>;

export const SquadQuery = z.object({
  ...ListQuery.shape,
  /** Only these. */
  idAny: repeated(Id).optional(),
});
export type SquadQuery = z.infer<typeof SquadQuery>;

export const squadRoutes = resourceRoutes(
  { name: "Squad", path: "/squad", noun: "squad", create: CreateSquad, update: UpdateSquad, entity: Squad },
  SquadQuery,
);
