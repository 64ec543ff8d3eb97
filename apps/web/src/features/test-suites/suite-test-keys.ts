export const suiteTestKeys = {
  all: ["suite-tests"] as const,
  list: (suiteId: string) => ["suite-tests", suiteId] as const,
};
