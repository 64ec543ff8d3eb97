import { outputRunRoutes, type StructuredOutputQuery, structuredOutputRoutes as table } from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { pagedResourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { exportResults, listResults } from "./results.ts";
import { cancelRun, listRuns, runOutput } from "./run-service.ts";
import { requireSameType, structuredOutputs } from "./service.ts";
import { structuredOutput } from "./tables.ts";

export function structuredOutputRoutes(app: App, context: ServerContext, queue: RunQueue): void {
  // Registered before the routes with ids, because `run` is no id.
  registerRoutes(app, context, outputRunRoutes, {
    runStructuredOutput: async ({ caller, body, signal, target }) => {
      const { structuredOutputId: id, structuredOutput: inline } = body;
      target({ ...(id !== undefined && { id: id.toLowerCase() }), ...(inline && { name: inline.name }) });
      return runOutput(context, caller, body, queue, signal);
    },
    listOutputRuns: ({ caller, params }) => listRuns(context, caller, params.id),
    cancelOutputRun: ({ caller, params }) => cancelRun(context, caller, params),
    listOutputResults: ({ caller, params, query }) => listResults(context.db, caller, params.id, query),
    exportOutputResults: ({ caller, params }) => exportResults(context, caller, params.id),
  });
  registerRoutes(app, context, table, {
    ...pagedResourceHandlers("StructuredOutput", context, structuredOutputs, ({ id, name }: StructuredOutputQuery) => [
      ...(id === undefined ? [] : [eq(structuredOutput.id, id)]),
      ...(name === undefined ? [] : [sql`${structuredOutput.config} ->> 'name' = ${name}`]),
    ]),
    updateStructuredOutput: async ({ caller, params: { id }, query, body }) => {
      if (query.schemaOverride === "false") requireSameType(await structuredOutputs.get(context, caller, id), body.schema);
      return structuredOutputs.update(context, caller, id, body);
    },
  });
}
