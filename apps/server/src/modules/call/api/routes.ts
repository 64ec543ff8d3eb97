import { callRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import type { CallReports } from "../runtime/call-reports.ts";
import type { CallService } from "../runtime/call-service.ts";
import { createCallLinks } from "./call-links.ts";
import { auditTarget, controlCall } from "./control-call.ts";
import * as service from "./service.ts";

export function callRoutes(
  app: App,
  context: ServerContext,
  calls: CallService,
  { messages, reports }: { messages: ServerMessages; reports: CallReports },
): void {
  const linksAt = createCallLinks(context);
  const at = ({ origin, clientAddress }: { origin: string; clientAddress: string }): service.CallContext => ({
    ...context,
    clientAddress,
    calls,
    messages,
    reports,
    nodeUrl: context.config.nodeUrl ?? origin,
    iceServers: context.config.iceServers,
    links: linksAt(origin),
  });
  registerRoutes(app, context, table, {
      createWebCall: (request) => service.createWebCall(at(request), request.caller, request.body),
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
        await calls.takeCommands([call.id]);
        request.target(auditTarget(call));
      },
      deleteCall: (request) => service.deleteCalls(at(request), request.caller, deletedIds(request.params.id, request.body?.ids)),
      restoreCall: (request) => service.restoreCall(at(request), request.caller, request.params.id),
    });
}

/** With ids in the body, that of the path is not looked at. */
function deletedIds(id: string, [first, ...others]: readonly string[] = []): [string, ...string[]] {
  return first === undefined ? [id] : [first, ...others];
}
