import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const scenarioNoun = defineNoun({
  thing: "Scenario",
  label: "scenario",
  // Its rows are those of tests.
  changes: [],
  addresses: {
    ...resourceAddresses("Scenario", "/eval/simulation/scenario"),
  },
});
