import { CreateEval, type Eval } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { createResourceService } from "../../../platform/resource-kit/resource-service.ts";
import { scenario } from "../tables.ts";
import { requireRunnableEval } from "../verdict/mock-conversation.ts";

/** Scenarios whose messages are written, in the table of tests. */
export const evals = createResourceService<CreateEval, Eval>({
  noun: "Eval",
  table: scenario,
  schema: CreateEval,
  within: sql`${scenario.config} ->> 'type' = 'chat.mockConversation'`,
  admit: async ({ config }) => {
    requireRunnableEval(config);
    return {};
  },
});
