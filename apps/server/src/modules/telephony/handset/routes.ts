import { invalid, handsetRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import { readSdp } from "../../../platform/net/session-description.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { phoneNumbers } from "../numbers/service.ts";
import type { SimulatedLine } from "../simulated-line.ts";

/** The telephone at the other end of the simulated line. */
export function handsetRoutes(app: App, context: ServerContext, line: SimulatedLine): void {
  registerRoutes(app, context, table, {
    listHandsetCalls: async ({ caller }) => line.calls(caller.orgId),
    dialFromHandset: async ({ caller, body }) => {
      const sdp = readSdp(body.sdp);
      const number = await phoneNumbers.get(context, caller, body.phoneNumberId);
      if (number.provider !== "simulated") {
        const problem = "phoneNumberId must name a number of provider 'simulated': the Handset reaches no others";
        throw invalid(problem);
      }
      return line.call(caller.orgId, number, sdp, body.line);
    },
    answerOnHandset: ({ caller, params, body }) => line.pickUp(caller.orgId, params.id, readSdp(body.sdp)),
    refuseOnHandset: async ({ caller, params, body }) => line.refuse(caller.orgId, params.id, body.why),
    hangUpHandset: async ({ caller, params, body }) => line.hangUp(caller.orgId, params.id, body.line),
  });
}
