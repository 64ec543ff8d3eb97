import { suiteTestRoutes, testSuiteRoutes as table, testRunRoutes } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { pagedResourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { cancelRun, getRun, listRuns, startRun, wholeRun } from "./run-service.ts";
import { suiteTests, testRuns, testSuites } from "./service.ts";

export function testSuiteRoutes(app: App, context: ServerContext, queue: RunQueue): void {
  registerRoutes(app, context, table, pagedResourceHandlers("TestSuite", context, testSuites));

  /** Checks that the caller may see the suite. */
  const inside =
    <Service>(of: (testSuiteId: string) => Service) =>
    async (caller: OrgCaller, testSuiteId: string): Promise<Service> => {
      await testSuites.get(context, caller, testSuiteId);
      return of(testSuiteId);
    };
  const tests = inside(suiteTests);
  const runs = inside(testRuns);

  registerRoutes(app, context, suiteTestRoutes, {
    listSuiteTests: async ({ caller, params: { id }, query }) => (await tests(caller, id)).page(context, caller, query),
    createSuiteTest: async ({ caller, params: { id }, body }) => (await tests(caller, id)).create(context, caller, body),
    getSuiteTest: async ({ caller, params: { id, testId } }) => (await tests(caller, id)).get(context, caller, testId),
    updateSuiteTest: async ({ caller, params: { id, testId }, body }) =>
      (await tests(caller, id)).update(context, caller, testId, body),
    deleteSuiteTest: async ({ caller, params: { id, testId } }) => (await tests(caller, id)).remove(context, caller, testId),
    restoreSuiteTest: async ({ caller, params: { id, testId } }) => (await tests(caller, id)).restore(context, caller, testId),
  });

  registerRoutes(app, context, testRunRoutes, {
    listTestRuns: async ({ caller, params: { id }, query }) => {
      await runs(caller, id);
      return listRuns(context, caller, id, query);
    },
    createTestRun: ({ caller, params: { id }, body }) => startRun(context, caller, id, body, queue),
    cancelTestRun: async ({ caller, params: { id, runId } }) => {
      await runs(caller, id);
      return cancelRun(context, caller, id, runId);
    },
    getTestRun: async ({ caller, params: { id, runId } }) => {
      await runs(caller, id);
      return getRun(context, caller, id, runId);
    },
    updateTestRun: async ({ caller, params: { id, runId }, body }) =>
      wholeRun(context, await (await runs(caller, id)).update(context, caller, runId, body)),
    deleteTestRun: async ({ caller, params: { id, runId } }) =>
      wholeRun(context, await (await runs(caller, id)).remove(context, caller, runId)),
    restoreTestRun: async ({ caller, params: { id, runId } }) =>
      wholeRun(context, await (await runs(caller, id)).restore(context, caller, runId)),
  });
}
