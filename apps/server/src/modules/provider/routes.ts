import { type AddVoice, providerResourceRoutes, providerRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { connectedLists } from "./connected-lists.ts";
import { createAtProvider, filtersOf, getStored, removeAtProvider, resources, updateAtProvider } from "./dictionaries.ts";
import { addVoice, cloneVoice, searchVoices } from "./provider-voices.ts";

interface InProvider {
  caller: OrgCaller;
  params: { provider: string };
}

/** Mounted last: some paths begin with a provider's name, which would match other routes. */
export function providerRoutes(app: App, context: ServerContext): void {
  const { workflows, hooks, locations } = connectedLists(context);

  registerRoutes(app, context, providerResourceRoutes, {
    createProviderResource: ({ caller, params, body, signal }) => createAtProvider(context, caller, params, body, signal),
    listProviderResources: ({ caller, params, query }) =>
      resources.page(context, caller, query, filtersOf({ ...params, ...query })),
    getProviderResource: ({ caller, params }) => getStored(context, caller, params),
    updateProviderResource: ({ caller, params, body, signal }) => updateAtProvider(context, caller, params, body, signal),
    deleteProviderResource: ({ caller, params, signal }) => removeAtProvider(context, caller, params, signal),
  });

  const search = ({ caller, params, query, signal }: InProvider & { query: { name: string }; signal: AbortSignal }) =>
    searchVoices(context, caller, { ...params, ...query }, signal);
  const add = ({ caller, params, body, signal }: InProvider & { body: AddVoice; signal: AbortSignal }) =>
    addVoice(context, caller, { ...params, ...body }, signal);

  registerRoutes(app, context, table, {
    listProviderWorkflows: ({ caller, params, query, signal }) => workflows(caller, { ...params, ...query }, signal),
    listProviderWorkflowHooks: ({ caller, params, signal }) => hooks(caller, params, signal),
    listProviderLocations: ({ caller, params, signal }) => locations(caller, params, signal),
    searchProviderVoices: search,
    searchProviderVoice: search,
    addProviderVoices: add,
    addProviderVoice: add,
    cloneElevenLabsVoice: ({ caller, body, signal }) => cloneVoice(context, caller, body, signal),
  });
}
