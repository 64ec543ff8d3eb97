import { defineNoun } from "../wire/noun.ts";

export const testRunNoun = defineNoun({
  thing: "TestRun",
  label: "test run",
  changes: ["test-suite-run"],
  addresses: {
    listTestRuns: "GET /test-suite/{id}/run",
    createTestRun: "POST /test-suite/{id}/run",
    cancelTestRun: "POST /test-suite/{id}/run/{runId}/cancel own",
    getTestRun: "GET /test-suite/{id}/run/{runId}",
    updateTestRun: "PATCH /test-suite/{id}/run/{runId}",
    deleteTestRun: "DELETE /test-suite/{id}/run/{runId}",
    restoreTestRun: "POST /test-suite/{id}/run/{runId}/restore own",
  },
});
