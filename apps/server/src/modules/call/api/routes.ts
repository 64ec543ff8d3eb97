import {
  type ArtifactType,
  CALL_FILES,
  callFileRoutes,
  callPageRoutes,
  PlatformError,
  phoneCallRoutes,
  callRoutes as table,
} from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { auditAction } from "../../../platform/http/audit-writes.ts";
import { found } from "../../../platform/http/found.ts";
import { Redirect } from "../../../platform/http/redirect.ts";
import { type Handlers, registerRoutes } from "../../../platform/http/register-routes.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createCallLinks } from "./call-links.ts";
import { auditTarget, controlCall } from "./control-call.ts";
import { type CreateContext, createCalls } from "./create-calls.ts";
import { keyOfFile } from "./entity.ts";
import { exportCalls } from "./export-calls.ts";
import { beginExport } from "./mail-export.ts";
import { listCallMetadata, listCallPage } from "./page-service.ts";
import { previewCall } from "./preview-call.ts";
import * as service from "./service.ts";
import { findCall } from "./store.ts";

type Context = service.CallContext & CreateContext;

interface CallServices extends Pick<Context, "calls" | "line" | "messages" | "reports" | "scheduled" | "transientNumbers"> {
  exports: RunQueue;
}

const PAGE_MAX_CHARACTERS = 500;

/** Calls, their pages and files, and calls by phone. */
export function callRoutes(app: App, context: ServerContext, { exports, ...services }: CallServices): void {
  const linksAt = createCallLinks(context);
  const at = ({ origin, clientAddress }: { origin: string; clientAddress: string }): Context => ({
    ...context,
    ...services,
    clientAddress,
    nodeUrl: context.config.nodeUrl ?? origin,
    links: linksAt(origin),
  });
  registerRoutes(app, context, table, {
    createWebCall: (request) => service.createWebCall(at(request), request.caller, request.body, pageOf(request.header)),
    listCalls: (request) => service.listCalls(at(request), request.caller, request.query),
    getCall: (request) => service.getCall(at(request), request.caller, request.params.id),
    listCallEvents: (request) => service.listCallEvents(at(request), request.caller, request.params.id, request.query.afterSeq),
    updateCall: (request) => service.renameCall(at(request), request.caller, request.params.id, request.body),
    endCall: (request) => service.endCall(at(request), request.caller, request.params.id),
    analyzeCall: (request) => service.analyzeCall(at(request), request.caller, request.params.id),
    storeCallArtifacts: (request) => service.storeArtifacts(at(request), request.caller, request.params.id),
    controlCall: async (request) => {
      const call = await controlCall(context, request.caller, request.params.id, request.body);
      // A call of this node is controlled at once. Another node reads the command from the database.
      await services.calls.takeCommands([call.id]);
      request.target(auditTarget(call, request.body));
    },
    deleteCall: async (request) => {
      const ids = deletedIds(request.params.id, request.body?.ids);
      const call = await service.deleteCalls(at(request), request.caller, ids);
      request.target({ id: call.id });
      for (const id of ids.slice(1)) auditAction(context.audit, request.caller, "deleteCall", { id: id.toLowerCase() });
      return call;
    },
    restoreCall: (request) => service.restoreCall(at(request), request.caller, request.params.id),
  });
  registerRoutes(app, context, callPageRoutes, {
    listCallPage: (request) => listCallPage(at(request), request.caller, request.query),
    listCallMetadata: (request) => listCallMetadata(at(request), request.caller, request.query),
    exportCalls: async ({ caller, query, ...request }) => {
      // `exportCalls` validates the query, also for an export by e-mail. It reads calls only when its chunks are read.
      const download = exportCalls(at(request), caller.orgId, query);
      return query.async === "true" ? beginExport(context, caller, query, exports) : download;
    },
  });
  registerRoutes(app, context, phoneCallRoutes, {
    createCall: (request) => createCalls(at(request), request.caller, request.body),
    createPhoneCall: (request) => createCalls(at(request), request.caller, request.body),
    previewCall: (request) => previewCall(at(request), request.caller, request.body),
  });
  const open =
    (type: ArtifactType): Handlers<typeof callFileRoutes>[keyof typeof callFileRoutes] =>
    async ({ caller, params, origin }) => {
      const row = found(await findCall(context, caller.orgId, params.id), "Call");
      const key = keyOfFile(row, type);
      if (key === undefined) throw new PlatformError("not-found", { what: type === "log" ? "Log" : "Recording" });
      return new Redirect(linksAt(origin).sign(key));
    };
  const files = Object.fromEntries(Object.entries(CALL_FILES).map(([name, type]) => [name, open(type)]));
  registerRoutes(app, context, callFileRoutes, files as Handlers<typeof callFileRoutes>);
}

/** The page that sends the request. Its query may have words of the visitor, and is left out. */
function pageOf(header: (name: string) => string | undefined): string | undefined {
  const named = header("referer") ?? header("origin");
  if (named === undefined || !/^https?:\/\//.test(named)) return undefined;
  return named.replace(/[?#].*$/, "").slice(0, PAGE_MAX_CHARACTERS);
}

/** If the body has ids, the id in the path is not used. */
function deletedIds(id: string, [first, ...others]: readonly string[] = []): [string, ...string[]] {
  return first === undefined ? [id] : [first, ...others];
}
