import { CreateSquad, type Squad } from "@callwright/contract";
import { squad } from "../../db/schema.ts";
import { requireReferences } from "../../resource-kit/references.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Assistants that pass a conversation on to each other. */
export const squads = createResourceService<CreateSquad, Squad>({
  noun: "Squad",
  table: squad,
  schema: CreateSquad,
  admit: async ({ context, caller, config }) => {
    const references = config.members.map(({ assistantId }, index) => ({
      field: `members.${index}.assistantId`,
      what: "assistant" as const,
      id: assistantId ?? undefined,
    }));
    await requireReferences(context.db, caller.orgId, references);
    return {};
  },
});
