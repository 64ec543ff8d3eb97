import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const scenarioNoun = defineNoun({
  thing: "Scenario",
  label: "scenario",
  // Its rows are those of tests.
  changes: [],
  addresses: {
    generateScenarios: "POST /eval/simulation/scenario/generate",
    ...resourceAddresses("Scenario", "/eval/simulation/scenario"),
  },
});
