import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const suiteTestNoun = defineNoun({
  thing: "SuiteTest",
  label: "test",
  changes: ["test-suite-test"],
  addresses: resourceAddresses("SuiteTest", "/test-suite/{id}/test", "testId"),
});
