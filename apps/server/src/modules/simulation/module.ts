import { not, sql } from "drizzle-orm";
import { startRuns } from "../../platform/jobs/runs.ts";
import { startScheduledJob } from "../../platform/jobs/scheduled-job.ts";
import { defineModule, provide } from "../../platform/modules/module.ts";
import { type PublishGates, publishGates } from "../assistant/publish-gate.ts";
import { call } from "../call/module.ts";
import type { MessageSources } from "../webhook/compose-message.ts";
import { webhook } from "../webhook/module.ts";
import { simulationMessages } from "../webhook/ports.ts";
import { evalRoutes } from "./eval/eval-routes.ts";
import { openGates } from "./gate/gates.ts";
import { startNightlyRuns } from "./gate/nightly.ts";
import { readSimulationMessage } from "./hook-messages.ts";
import { carryOutRun } from "./run-service.ts";
import { findOpenRun, listOpenRuns } from "./run-store.ts";
import { simulationRoutes } from "./simulation-routes.ts";
import { isOpenTestRun, personality, scenario, simulationRun } from "./tables.ts";
import { testSuiteRoutes } from "./test-suite-routes.ts";

/** What modules below use. */
interface ForLowerModules {
  gates: PublishGates;
  readMessage: MessageSources["readSimulation"];
}

export const simulation = defineModule({
  name: "simulation",
  needs: { call, webhook },
  async open({ platform, needs }) {
    const context = { ...platform, calls: needs.call.calls, messages: needs.webhook.messages };
    const runs = await startRuns(platform, {
      queue: "test-run",
      // Five hundred attempts of slow models. Each attempt of a voice test adds the length of its call, and up to 10 min of waiting for a slot.
      expireInSeconds: 86_400,
      carryOut: (run, signal) => carryOutRun(context, run, signal),
      isOpen: async ({ orgId, id }) => (await findOpenRun(context, orgId, id)) !== undefined,
      listOpen: () => listOpenRuns(platform.db),
    });
    await startScheduledJob(platform, { name: "nightly-run", minute: "*", run: () => startNightlyRuns(context, runs) });
    const forLowerModules: ForLowerModules = {
      gates: openGates(context, runs),
      readMessage: (delivery, origin) => readSimulationMessage(platform, delivery, origin),
    };
    return { service: { runs, ...forLowerModules }, drain: runs.handOver, close: runs.abort };
  },
  provides: [
    provide(publishGates, ({ gates }: ForLowerModules) => gates),
    provide(simulationMessages, ({ readMessage }: ForLowerModules) => readMessage),
  ],
  // A test that was made from a call names it.
  personal: [
    { table: scenario, kind: "tests", names: sql`${scenario.config}` },
    // A personality has a name and a prompt of its own, and what it says.
    { table: personality, kind: "personalities", names: sql`${personality.config}` },
    {
      table: simulationRun,
      kind: "testRuns",
      names: sql`jsonb_build_array(${simulationRun.state} -> 'tests', ${simulationRun.state} -> 'callers', ${simulationRun.state} -> 'eval')`,
      isOver: () => not(isOpenTestRun),
      waitsFor: (rows) => (rows === 1 ? "1 run of tests has not ended." : `${rows} runs of tests have not ended.`),
    },
  ],
  lifetimes: [{ table: simulationRun, retention: { name: "testRuns", isOver: () => not(isOpenTestRun) } }],
  routes: (app, { platform, service }) => {
    testSuiteRoutes(app, platform, service.runs);
    simulationRoutes(app, platform, service.runs);
    evalRoutes(app, platform, service.runs);
  },
});
