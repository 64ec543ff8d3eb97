import { PlatformError, type WORKFLOW_PROVIDERS } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findAccount, openServiceApi, type ServiceApi, ServiceRefusal } from "../credential/outgoing/connected/service-api.ts";
import { listGoHighLevelLocations, listGoHighLevelWorkflows } from "../credential/service-actions/gohighlevel-actions.ts";
import { listMakeHooks, listMakeScenarios } from "../credential/service-actions/make-actions.ts";
import { WrongArguments } from "../credential/service-actions/service-action.ts";

type Provider = (typeof WORKFLOW_PROVIDERS)[number];
type Listed = Record<string, unknown>;

interface ListRequest {
  provider: string;
  locationId?: string | undefined;
  workflowId?: string;
}

const ACCOUNTS = {
  make: { name: "Make", providers: ["make"] },
  ghl: { name: "GoHighLevel", providers: ["ghl.oauth2-authorization", "gohighlevel"] },
} as const satisfies Record<Provider, object>;

/** Lists that a service's public API lacks. */
const LACKS: { readonly [List in string]?: { provider: Provider; instead: string } } = {
  "Listing the triggers of a workflow": {
    provider: "ghl",
    instead: "GoHighLevel does not tell them. The tool 'ghl' needs none.",
  },
  "Listing locations": { provider: "make", instead: "Make has teams: a credential of Make names one." },
};

/** The lists of a service, as it answers them, with the newest account. Fails with `connection-missing`, `provider-refused` or `not-available`. */
export function connectedLists(context: ServerContext) {
  const list =
    (what: string, read: (api: ServiceApi, request: ListRequest) => Promise<Listed>) =>
    async ({ orgId }: OrgCaller, request: ListRequest, signal: AbortSignal): Promise<Listed> => {
      const lacking = LACKS[what];
      if (lacking?.provider === request.provider) throw new PlatformError("not-available", { what, instead: lacking.instead });
      const account = ACCOUNTS[request.provider as Provider];
      const api = openServiceApi(context, await findAccount(context, orgId, account), account.name, signal);
      try {
        return await read(api, request);
      } catch (error) {
        if (!(error instanceof WrongArguments || error instanceof ServiceRefusal)) throw error;
        throw new PlatformError("provider-refused", { reason: error.message }, { cause: error });
      }
    };
  return {
    workflows: list("Listing workflows", (api, { provider, locationId }) =>
      provider === "make" ? listMakeScenarios(api) : listGoHighLevelWorkflows(api, locationId),
    ),
    hooks: list("Listing the triggers of a workflow", (api, { workflowId = "" }) => listMakeHooks(api, workflowId)),
    locations: list("Listing locations", listGoHighLevelLocations),
  };
}
