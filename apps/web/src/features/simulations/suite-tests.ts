import { type Client, readFittingPage } from "@callwright/client";
import { CreateSuiteTest, LIST_LIMIT } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import { defineResource, type Resource } from "../../resource/resource.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";

/** A test as its editor needs it. Its list and its addresses are the suite's. */
export const suiteTestResource = defineResource({
  name: "SuiteTest",
  path: "suite-tests",
  texts: "suiteTests",
  schema: CreateSuiteTest,
  mainFields: ["steps", "steps.branches", "scorers.check", "toolMocks", "numAttempts"],
});

/** The tests of a suite: their routes also want its id. */
export function useTestsOf(suiteId: string): Resource {
  return useMemo(() => ({ ...suiteTestResource, paramsOf: (testId) => ({ id: suiteId, testId }) }), [suiteId]);
}

/** The initial fields of a new test. */
export const FIRST_TEST = { type: "chat", script: "", steps: [{}], scorers: [] };

/** The newest tests of a suite: as many as one page holds. */
export function suiteTestsQuery(client: Client, suiteId: string) {
  return queryOptions({
    queryKey: [...resourceKeys.lists(suiteTestResource.path), suiteId],
    queryFn: async ({ signal }) => {
      const read = (limit: number) => client.suiteTests.list({ id: suiteId, query: { limit }, signal });
      return (await readFittingPage(LIST_LIMIT.max, read)).page.results;
    },
  });
}
