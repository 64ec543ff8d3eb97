import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const testSuiteNoun = defineNoun({
  thing: "TestSuite",
  label: "test suite",
  changes: ["test-suite"],
  addresses: resourceAddresses("TestSuite", "/test-suite"),
});
