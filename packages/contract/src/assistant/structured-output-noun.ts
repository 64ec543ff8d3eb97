import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const structuredOutputNoun = defineNoun({
  thing: "StructuredOutput",
  label: "structured output",
  changes: ["structured-output"],
  addresses: {
    ...resourceAddresses("StructuredOutput", "/structured-output"),
    runStructuredOutput: "POST /structured-output/run",
    listOutputRuns: "GET /structured-output/{id}/run own",
    cancelOutputRun: "POST /structured-output/{id}/run/{runId}/cancel own",
    listOutputResults: "GET /structured-output/{id}/result own",
    exportOutputResults: "GET /structured-output/{id}/result/export text/csv own",
  },
});
