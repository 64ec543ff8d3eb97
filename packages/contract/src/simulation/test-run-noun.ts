import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const testRunNoun = defineNoun({
  thing: "TestRun",
  label: "test run",
  changes: ["test-suite-run"],
  addresses: {
    ...resourceAddresses("TestRun", "/test-suite/{id}/run", "runId"),
    cancelTestRun: "POST /test-suite/{id}/run/{runId}/cancel own",
  },
});
