import { defineNoun } from "../wire/noun.ts";

const RUNS = "/eval/simulation/run";

export const simulationRunNoun = defineNoun({
  thing: "SimulationRun",
  label: "simulation run",
  // Its rows are those of runs of test suites.
  changes: [],
  addresses: {
    createSimulationRun: `POST ${RUNS}`,
    estimateSimulationRun: `POST ${RUNS}/estimate own`,
    listSimulationRuns: `GET ${RUNS}`,
    getSimulationRun: `GET ${RUNS}/{id}`,
    cancelSimulationRun: `PATCH ${RUNS}/{id}`,
    deleteSimulationRun: `DELETE ${RUNS}/{id} own`,
    restoreSimulationRun: `POST ${RUNS}/{id}/restore own`,
    getSimulationRunMatrix: `GET ${RUNS}/{id}/matrix own`,
    listSimulationRunItems: `GET ${RUNS}/{id}/item`,
    getSimulationRunItem: `GET ${RUNS}/{id}/item/{itemId}`,
    cancelSimulationRunItem: `PATCH ${RUNS}/{id}/item/{itemId}`,
    scoreSimulationRunItem: `PUT ${RUNS}/{id}/item/{itemId}/score own`,
    suggestForSimulationRunItem: `POST ${RUNS}/{id}/item/{itemId}/generate`,
  },
});
