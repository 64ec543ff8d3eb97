import { startRuns } from "../../platform/jobs/runs.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { structuredOutputRoutes } from "./routes.ts";
import { carryOutRun } from "./run-service.ts";
import { isOpenRun, listOpenRuns } from "./run-store.ts";

export const structuredOutput = defineModule({
  name: "structured-output",
  async open({ platform }) {
    const runs = await startRuns(platform, {
      queue: "output-run",
      // Ten thousand calls of a slow model take a day.
      expireInSeconds: 86_400,
      carryOut: (run, signal) => carryOutRun(platform, run, signal),
      isOpen: (run) => isOpenRun(platform.db, run),
      listOpen: () => listOpenRuns(platform.db),
    });
    return { service: runs, close: runs.abort };
  },
  routes: (app, { platform, service }) => structuredOutputRoutes(app, platform, service),
});
