import { evalRunRoutes, evalRoutes as table } from "@callwright/contract";
import { sql } from "drizzle-orm";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { pagedResourceHandlers } from "../../../platform/resource-kit/resource-handlers.ts";
import { scenario, simulationRun } from "../tables.ts";
import { evalFilters, evalRuns, startEvalRun } from "./eval-runs.ts";
import { evals } from "./evals.ts";

const filterRuns = evalFilters(sql`${simulationRun.id}`);

export function evalRoutes(app: App, context: ServerContext, queue: RunQueue): void {
  registerRoutes(app, context, evalRunRoutes, {
    createEvalRun: ({ caller, body }) => startEvalRun(context, caller, body, queue),
    listEvalRuns: ({ caller, query }) => evalRuns.page(context, caller, query, filterRuns(query)),
    getEvalRun: ({ caller, params: { id } }) => evalRuns.get(context, caller, id),
    deleteEvalRun: ({ caller, params: { id } }) => evalRuns.remove(context, caller, id),
    restoreEvalRun: ({ caller, params: { id } }) => evalRuns.restore(context, caller, id),
  });
  // Last, because `run` and `simulation` are no ids.
  registerRoutes(app, context, table, pagedResourceHandlers("Eval", context, evals, evalFilters(sql`${scenario.id}`)));
}
