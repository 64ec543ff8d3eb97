import { phoneCallRoutes, callPageRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import { createCallLinks } from "./call-links.ts";
import { type CreateContext, createCalls } from "./create-calls.ts";
import { exportCalls } from "./export-calls.ts";
import { listCallMetadata, listCallPage } from "./page-service.ts";

/** Calls by pages and as files, and the calls by phone. */
export function callPageRoutes(
  app: App,
  context: ServerContext,
  phone: Pick<CreateContext, "calls" | "line" | "scheduled" | "transientNumbers">,
): void {
  const linksAt = createCallLinks(context);
  const at = ({ origin }: { origin: string }) => ({
    ...{ ...context, links: linksAt(origin) },
    nodeUrl: context.config.nodeUrl ?? origin,
  });
  registerRoutes(
    app,
    table,
    {
      listCallPage: (request) => listCallPage(at(request), request.caller, request.query),
      listCallMetadata: (request) => listCallMetadata(at(request), request.caller, request.query),
      exportCalls: async (request) => exportCalls(at(request), request.caller, request.query),
    },
    context,
  );
  registerRoutes(
    app,
    phoneCallRoutes,
    {
      createCall: (request) => createCalls({ ...at(request), ...phone }, request.caller, request.body),
      createPhoneCall: (request) => createCalls({ ...at(request), ...phone }, request.caller, request.body),
    },
    context,
  );
}
