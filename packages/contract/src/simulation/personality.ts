import { z } from "zod";
import { CreateAssistant } from "../assistant/assistant.ts";
import { EntityFields } from "../wire/entity.ts";
import { TEST_NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { patchOf } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { CallerBehavior } from "./behavior.ts";
import { personalityNoun } from "./personality-noun.ts";

/** A folder of up to three levels: `dept/feature/variant`. */
export const FolderPath = z
  .string()
  .max(255)
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*(?:\/[a-zA-Z0-9][a-zA-Z0-9._-]*){0,2}$/, {
    error: "must be up to three names, divided by '/', of letters, digits, '.', '_' and '-'",
  })
  .meta({ title: "Folder" });

const PersonalityFields = {
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS),
  /** Who plays the caller if there is a language model: its prompt says how the caller talks. Without one, rules do. */
  assistant: CreateAssistant,
  path: FolderPath.nullable().optional(),
  behavior: CallerBehavior.optional().meta({
    description: "How the caller talks: by rules and seeds without a language model, and in sound (Callwright extension).",
  }),
};

export const CreatePersonality = z.strictObject(PersonalityFields).meta({ id: "CreatePersonality" });
export type CreatePersonality = z.infer<typeof CreatePersonality>;

export const UpdatePersonality = patchOf(PersonalityFields);

export const Personality = z.looseObject({ ...EntityFields, ...PersonalityFields });
export type Personality = z.infer<typeof Personality>;

export const personalityRoutes = resourceRoutes(
  personalityNoun,
  { create: CreatePersonality, update: UpdatePersonality, entity: Personality },
  PageQuery,
);
