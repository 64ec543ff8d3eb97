import { defineModule } from "../../platform/modules/module.ts";
import { call } from "../call/module.ts";
import { testSuiteRoutes } from "./routes.ts";
import { startTestRuns } from "./test-runs.ts";

export const testSuite = defineModule({
  name: "test-suite",
  needs: { call },
  async open({
    platform,
    needs: {
      call: { calls },
    },
  }) {
    const runs = await startTestRuns({ boss: platform.boss, context: { ...platform, calls } });
    return { service: runs, drain: runs.handOver, close: runs.abort };
  },
  routes: (app, { platform, service }) => testSuiteRoutes(app, platform, service),
});
