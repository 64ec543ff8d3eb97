import { CreateKnowledgeBase, type KnowledgeBase } from "@callwright/contract";
import type { TFunction } from "i18next";
import { lazy } from "react";
import { humanValue } from "../../kit/field-names.ts";
import { defineResource } from "../../resource/resource.ts";

const AskTab = lazy(async () => ({ default: (await import("./AskTab.tsx")).AskTab }));

const WebsitesTab = lazy(async () => ({ default: (await import("./WebsitesTab.tsx")).WebsitesTab }));

/** Knowledge that assistants search. */
export const knowledgeBaseResource = defineResource({
  name: "KnowledgeBase",
  path: "knowledge-bases",
  texts: "knowledgeBases",
  schema: CreateKnowledgeBase,
  initial: { provider: "trieve", createPlan: { type: "create", chunkPlans: [{ fileIds: [] }] } },
  columns: [
    { id: "provider", text: ({ provider }, t) => t(`knowledgeBases.values.${provider}`, humanValue(provider)), width: "220px" },
    { id: "source", text: sourceOf },
  ],
  isBusy: (base) => base.provider === "trieve" && (base.websites ?? []).some(({ status }) => status === "reading"),
  tabs: [
    { id: "ask", component: AskTab },
    { id: "websites", component: WebsitesTab },
  ],
  mainFields: ["name", "createPlan", "searchPlan", "server", "createPlan.chunkPlans.fileIds", "createPlan.chunkPlans.websites"],
});

/** Where its answers come from. */
function sourceOf(base: KnowledgeBase, t: TFunction): string {
  if (base.provider === "custom-knowledge-base") return base.server.url ?? "";
  const { createPlan } = base;
  if (createPlan?.type === "import") return t("knowledgeBases.ofData", { id: createPlan.providerId });
  const files = createPlan?.chunkPlans.flatMap(({ fileIds = [] }) => fileIds) ?? [];
  const pages = base.websites?.length ?? 0;
  return [
    ...(files.length > 0 || pages === 0 ? [t("knowledgeBases.ofFiles", { count: files.length })] : []),
    ...(pages > 0 ? [t("knowledgeBases.ofWebsites", { count: pages })] : []),
  ].join(", ");
}
