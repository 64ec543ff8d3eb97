import { type Client, readFittingPage } from "@callwright/client";
import { CreateSuiteTest, LIST_LIMIT } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import { defineResource } from "../../resource/resource.ts";
import { suiteTestKeys } from "./suite-test-keys.ts";

/** A test as its editor needs it; its routes also want the suite, so its list and its addresses are the suite's. */
export const suiteTestResource = defineResource({
  name: "SuiteTest",
  path: "suite-tests",
  texts: "suiteTests",
  schema: CreateSuiteTest,
  mainFields: ["steps", "steps.branches", "scorers.check", "toolMocks", "numAttempts"],
});

/** What a new test begins with. */
export const FIRST_TEST = {
  type: "chat",
  script: "",
  steps: [{}],
  scorers: [{ type: "ai", check: { type: "said" } }],
};

/** The newest tests of a suite: as many as one page holds. */
export function suiteTestsQuery(client: Client, suiteId: string) {
  return queryOptions({
    queryKey: suiteTestKeys.list(suiteId),
    queryFn: async ({ signal }) => {
      const read = (limit: number) => client.suiteTests.list({ id: suiteId, query: { limit }, signal });
      return (await readFittingPage(LIST_LIMIT.max, read)).page.results;
    },
  });
}

export function suiteTestQuery(client: Client, suiteId: string, testId: string) {
  return queryOptions({
    queryKey: [...suiteTestKeys.list(suiteId), testId],
    queryFn: ({ signal }) => client.suiteTests.get({ id: suiteId, testId, signal }),
  });
}
