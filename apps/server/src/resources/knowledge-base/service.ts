import { CreateKnowledgeBase, type KnowledgeBase, PlatformError } from "@callwright/contract";
import { knowledgeBase } from "../../db/schema.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";
import { lockFiles } from "../file/store.ts";

/** Passages to answer from: cut from files and pages by a search provider, or found by a server of the organisation's own. */
export const knowledgeBases = createResourceService<CreateKnowledgeBase, KnowledgeBase>({
  noun: "Knowledge base",
  table: knowledgeBase,
  schema: CreateKnowledgeBase,
  kind: "provider",
  async admit({ context, caller, config, previous }) {
    const named = namedFiles(config);
    const there = await lockFiles(context.db, caller.orgId, [...named.values()]);
    const missing = [...named].filter(([, id]) => !there.has(id)).map(([path]) => path);
    const problems = missing.map((path) => `${path} must be the id of a file of this organisation`);
    if (problems.length > 0) throw new PlatformError("validation-failed", {}, { problems });
    return previous?.state ?? {};
  },
});

/** Ids of files by their path. */
function namedFiles(config: CreateKnowledgeBase): Map<string, string> {
  const plans = config.provider === "trieve" && config.createPlan?.type === "create" ? config.createPlan.chunkPlans : [];
  const entries = plans.flatMap(({ fileIds = [] }, plan) =>
    fileIds.map((id, index) => [`createPlan.chunkPlans.${plan}.fileIds.${index}`, id] as const),
  );
  return new Map(entries);
}
