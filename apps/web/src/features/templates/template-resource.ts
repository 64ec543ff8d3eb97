import { CreateTemplate } from "@callwright/contract";
import { lazy } from "react";
import { defineResource } from "../../resource/resource.ts";
import { toolKind } from "../tools/tool-kind.ts";
import { UseTemplateAction } from "./UseTemplateAction.tsx";

const PinnedTemplates = lazy(async () => ({ default: (await import("./PinnedTemplates.tsx")).PinnedTemplates }));

/** Tools to start from. */
export const templateResource = defineResource({
  name: "Template",
  path: "templates",
  texts: "templates",
  schema: CreateTemplate,
  initial: { type: "tool", details: { type: "function", function: {} } },
  // The route takes several at once.
  bodyOf: (template) => [template],
  filters: ["provider"],
  columns: [{ id: "tool", text: ({ details }, t) => (details ? toolKind(t, details.type) : ""), width: "240px" }],
  mainFields: ["details", "details.function", "details.description"],
  listTop: PinnedTemplates,
  actions: UseTemplateAction,
});
