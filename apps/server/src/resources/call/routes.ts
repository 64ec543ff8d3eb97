import { callRoutes as table } from "@callwright/contract";
import { createBlobUrls } from "../../blobs/signed-blob-url.ts";
import type { CallService } from "../../calls/call-service.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import * as service from "./service.ts";

export function callRoutes(app: App, context: ServerContext, calls: CallService): void {
  const urls = createBlobUrls(context.secrets.urlSigning, context.now);
  const at = ({ origin, clientAddress }: { origin: string; clientAddress: string }): service.CallContext => ({
    ...context,
    clientAddress,
    calls,
    nodeUrl: context.config.nodeUrl ?? origin,
    iceServers: context.config.iceServers,
    sign: (key) => urls.sign(key, origin),
  });
  registerRoutes(
    app,
    table,
    {
      createWebCall: (request) => service.createWebCall(at(request), request.caller, request.body),
      listCalls: (request) => service.listCalls(at(request), request.caller, request.query),
      getCall: (request) => service.getCall(at(request), request.caller, request.params.id),
      listCallEvents: (request) => service.listCallEvents(at(request), request.caller, request.params.id, request.query.afterSeq),
      updateCall: (request) => service.renameCall(at(request), request.caller, request.params.id, request.body),
      endCall: (request) => service.endCall(at(request), request.caller, request.params.id),
      deleteCall: (request) => service.deleteCalls(at(request), request.caller, deletedIds(request.params.id, request.body?.ids)),
      restoreCall: (request) => service.restoreCall(at(request), request.caller, request.params.id),
    },
    context,
  );
}

/** With ids in the body, that of the path is not looked at. */
function deletedIds(id: string, [first, ...others]: readonly string[] = []): [string, ...string[]] {
  return first === undefined ? [id] : [first, ...others];
}
