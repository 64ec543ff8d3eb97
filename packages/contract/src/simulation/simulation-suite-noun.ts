import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const simulationSuiteNoun = defineNoun({
  thing: "SimulationSuite",
  label: "simulation suite",
  // Its rows are those of test suites.
  changes: [],
  addresses: {
    ...resourceAddresses("SimulationSuite", "/eval/simulation/suite"),
    duplicateSimulationSuite: "POST /eval/simulation/suite/{id}/duplicate",
  },
});
