export const suiteRunKeys = {
  all: ["suite-runs"] as const,
  list: (suiteId: string) => ["suite-runs", "list", suiteId] as const,
  one: (suiteId: string, runId: string) => ["suite-runs", "one", suiteId, runId] as const,
};
