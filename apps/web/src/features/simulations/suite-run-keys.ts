export const suiteRunKeys = {
  all: ["suite-runs"] as const,
  one: (suiteId: string, runId: string) => ["suite-runs", "one", suiteId, runId] as const,
  newest: ["suite-runs", "newest"] as const,
  ofSuite: (suiteId: string) => ["suite-runs", "of", suiteId] as const,
  run: (runId: string) => ["suite-runs", "run", runId] as const,
  matrix: (runId: string) => ["suite-runs", "matrix", runId] as const,
  items: (runId: string, simulationId: string) => ["suite-runs", "items", runId, simulationId] as const,
  item: (runId: string, itemId: string) => ["suite-runs", "item", runId, itemId] as const,
  /** What a run would cost. Not below `all`: it does not change with runs. */
  estimate: (suiteId: string, choice: object) => ["suite-run-estimates", suiteId, choice] as const,
  /** The call of an item. Not below `all`: it does not change with other items. */
  call: (callId: string) => ["suite-run-calls", callId] as const,
  levels: (callId: string) => ["suite-run-calls", callId, "levels"] as const,
};
