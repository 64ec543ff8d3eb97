import { defineNoun, resourceAddresses } from "../wire/noun.ts";

export const simulationNoun = defineNoun({
  thing: "Simulation",
  label: "simulation",
  changes: ["simulation"],
  addresses: {
    getSimulationConcurrency: "GET /eval/simulation/concurrency",
    ...resourceAddresses("Simulation", "/eval/simulation"),
  },
});
