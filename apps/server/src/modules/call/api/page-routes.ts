import { phoneCallRoutes, callPageRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createCallLinks } from "./call-links.ts";
import { type CreateContext, createCalls } from "./create-calls.ts";
import { exportCalls } from "./export-calls.ts";
import { beginExport } from "./mail-export.ts";
import { listCallMetadata, listCallPage } from "./page-service.ts";

/** Calls by pages and as files, and the calls by phone. */
export function callPageRoutes(
  app: App,
  context: ServerContext,
  phone: Pick<CreateContext, "calls" | "line" | "scheduled" | "transientNumbers">,
  exports: RunQueue,
): void {
  const linksAt = createCallLinks(context);
  const at = ({ origin }: { origin: string }) => ({
    ...context,
    links: linksAt(origin),
    nodeUrl: context.config.nodeUrl ?? origin,
    iceServers: context.config.iceServers,
  });
  registerRoutes(app, context, table, {
      listCallPage: (request) => listCallPage(at(request), request.caller, request.query),
      listCallMetadata: (request) => listCallMetadata(at(request), request.caller, request.query),
      exportCalls: async ({ caller, query, ...request }) => {
        // `exportCalls` validates the query, also for an export by e-mail. It reads calls only when its chunks are read.
        const download = exportCalls(at(request), caller.orgId, query);
        return query.async === "true" ? beginExport(context, caller, query, exports) : download;
      },
    });
  registerRoutes(app, context, phoneCallRoutes, {
      createCall: (request) => createCalls({ ...at(request), ...phone }, request.caller, request.body),
      createPhoneCall: (request) => createCalls({ ...at(request), ...phone }, request.caller, request.body),
    });
}
