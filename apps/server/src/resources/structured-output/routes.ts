import { type StructuredOutputQuery, structuredOutputRoutes as table } from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { structuredOutput } from "../../db/schema/platform.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { pagedResourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { requireSameType, structuredOutputs } from "./service.ts";

export function structuredOutputRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    {
      ...pagedResourceHandlers("StructuredOutput", context, structuredOutputs, ({ id, name }: StructuredOutputQuery) => [
        ...(id === undefined ? [] : [eq(structuredOutput.id, id)]),
        ...(name === undefined ? [] : [sql`${structuredOutput.config} ->> 'name' = ${name}`]),
      ]),
      updateStructuredOutput: async ({ caller, params: { id }, query, body }) => {
        if (query.schemaOverride === "false") requireSameType(await structuredOutputs.get(context, caller, id), body.schema);
        return structuredOutputs.update(context, caller, id, body);
      },
    },
    context,
  );
}
