import { type AddVoice, type ProviderResource, providerResourceRoutes, providerRoutes as table } from "@callwright/contract";
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { providerResource } from "../../db/schema/platform.ts";
import type { App } from "../../http/app.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuseElsewhere } from "./elsewhere.ts";
import { addVoice, cloneVoice, searchVoices } from "./provider-voices.ts";

/** What is kept at a provider, as far as it is known here. */
const resources = createResourceService<object, ProviderResource>({
  noun: "Provider",
  table: providerResource,
  schema: z.looseObject({}),
});

interface InProvider {
  caller: OrgCaller;
  params: { provider: string };
}

/** Mounted last: some of its paths begin with a provider's name, and would stand before others. */
export function providerRoutes(app: App, context: ServerContext): void {
  const refuse =
    (what: string) =>
    async ({ params }: InProvider) =>
      refuseElsewhere(what, params.provider);
  const refuseKnown = (what: string) => async (request: InProvider & { params: { id: string } }) => {
    await resources.get(context, request.caller, request.params.id);
    return refuse(what)(request);
  };

  registerRoutes(
    app,
    providerResourceRoutes,
    {
      createProviderResource: refuse("Creating something at a provider"),
      listProviderResources: ({ caller, params, query }) =>
        resources.page(context, caller, query, filters({ ...params, ...query })),
      getProviderResource: ({ caller, params }) => resources.get(context, caller, params.id),
      updateProviderResource: refuseKnown("Changing something at a provider"),
      deleteProviderResource: refuseKnown("Deleting something at a provider"),
    },
    context,
  );

  const search = ({ caller, params, query, signal }: InProvider & { query: { name: string }; signal: AbortSignal }) =>
    searchVoices(context, caller, { ...params, ...query }, signal);
  const add = ({ caller, params, body, signal }: InProvider & { body: AddVoice; signal: AbortSignal }) =>
    addVoice(context, caller, { ...params, ...body }, signal);

  registerRoutes(
    app,
    table,
    {
      listProviderWorkflows: refuse("Listing the workflows of a service"),
      listProviderWorkflowHooks: refuse("Listing what starts a workflow of a service"),
      listProviderLocations: refuse("Listing the locations of a service"),
      searchProviderVoices: search,
      searchProviderVoice: search,
      addProviderVoices: add,
      addProviderVoice: add,
      cloneElevenLabsVoice: ({ caller, body, signal }) => cloneVoice(context, caller, body, signal),
    },
    context,
  );
}

interface ResourceFilter {
  provider: string;
  resourceName: string;
  id?: string | undefined;
  resourceId?: string | undefined;
}

function filters({ provider, resourceName, id, resourceId }: ResourceFilter): SQL[] {
  const fields = { provider, resourceName, ...(resourceId === undefined ? {} : { resourceId }) };
  const filter = sql`${providerResource.config} @> ${JSON.stringify(fields)}::jsonb`;
  return id === undefined ? [filter] : [filter, eq(providerResource.id, id.toLowerCase())];
}
