import { defineNoun } from "../wire/noun.ts";

export const evalRunNoun = defineNoun({
  thing: "EvalRun",
  label: "eval run",
  // Its rows are those of runs of test suites.
  changes: [],
  addresses: {
    createEvalRun: "POST /eval/run",
    listEvalRuns: "GET /eval/run",
    getEvalRun: "GET /eval/run/{id}",
    deleteEvalRun: "DELETE /eval/run/{id}",
    restoreEvalRun: "POST /eval/run/{id}/restore own",
  },
});
