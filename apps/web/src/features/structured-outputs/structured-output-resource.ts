import { CreateStructuredOutput, type JsonSchema } from "@callwright/contract";
import { lazy } from "react";
import { humanName } from "../../kit/field-names.ts";
import { defineResource } from "../../resource/resource.ts";

const RunTab = lazy(async () => ({ default: (await import("./RunTab.tsx")).RunTab }));
const ResultsTab = lazy(async () => ({ default: (await import("./ResultsTab.tsx")).ResultsTab }));

/** A form with one field, to begin with. */
const SAMPLE_SCHEMA: JsonSchema = {
  type: "object",
  properties: { reason: { type: "string", description: "Why the caller called, in one sentence." } },
  required: ["reason"],
};

/** Data that is extracted from calls when they end. */
export const structuredOutputResource = defineResource({
  name: "StructuredOutput",
  path: "structured-outputs",
  texts: "structuredOutputs",
  schema: CreateStructuredOutput,
  initial: { type: "ai", schema: SAMPLE_SCHEMA },
  sample: (t) => ({ name: t("structuredOutputs.sampleName"), type: "ai", schema: SAMPLE_SCHEMA }),
  columns: [
    { id: "made", text: ({ type = "ai" }, t) => t(`structuredOutputs.made.${type}`), width: "140px" },
    {
      id: "form",
      text: ({ schema: { type, properties } }, t) =>
        properties
          ? t("structuredOutputs.form", { type: humanName(type), count: Object.keys(properties).length })
          : humanName(type),
      width: "180px",
    },
    {
      id: "assistants",
      text: ({ assistantIds = [] }, t) =>
        assistantIds.length > 0 ? t("structuredOutputs.allAssistants", { count: assistantIds.length }) : "",
      order: ({ assistantIds = [] }) => assistantIds.length,
      width: "140px",
      from: "wide",
    },
  ],
  mainFields: ["type", "description", "schema", "assistantIds"],
  tabs: [
    { id: "run", component: RunTab },
    { id: "results", component: ResultsTab },
  ],
});
