import { defineModule } from "../../platform/modules/module.ts";
import { startOutputRuns } from "./output-runs.ts";
import { structuredOutputRoutes } from "./routes.ts";

export const structuredOutput = defineModule({
  name: "structured-output",
  async open({ platform }) {
    const runs = await startOutputRuns({ boss: platform.boss, context: platform });
    return { service: runs, close: runs.abort };
  },
  routes: (app, { platform, service }) => structuredOutputRoutes(app, platform, service),
});
