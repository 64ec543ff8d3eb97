import { defineNoun } from "../wire/noun.ts";

export const suiteTestNoun = defineNoun({
  thing: "SuiteTest",
  label: "test",
  changes: ["test-suite-test"],
  addresses: {
    listSuiteTests: "GET /test-suite/{id}/test",
    createSuiteTest: "POST /test-suite/{id}/test",
    getSuiteTest: "GET /test-suite/{id}/test/{testId}",
    updateSuiteTest: "PATCH /test-suite/{id}/test/{testId}",
    deleteSuiteTest: "DELETE /test-suite/{id}/test/{testId}",
    restoreSuiteTest: "POST /test-suite/{id}/test/{testId}/restore own",
  },
});
