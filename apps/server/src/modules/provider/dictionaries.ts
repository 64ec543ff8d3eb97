import { PlatformError, ProviderResource } from "@callwright/contract";
import { createDictionary, removeDictionary, updateDictionary } from "@callwright/engine";
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import { answered, voiceContext } from "../voice/voice-context.ts";
import { providerResource } from "./tables.ts";

/** A provider and a kind of resource, as the route has checked them in its path. */
const Place = ProviderResource.pick({ provider: true, resourceName: true }).strip();
type Place = z.infer<typeof Place>;
type PathParams = Record<keyof Place, string>;
type Stored = Place & Pick<ProviderResource, "resourceId" | "resource">;
type Body = Record<string, unknown> | undefined;

/** What the organization keeps at a provider: pronunciation dictionaries. The provider has them, and this server their ids. */
export const resources = createResourceService<Stored, ProviderResource>({
  noun: "Pronunciation dictionary",
  table: providerResource,
  schema: z.looseObject({}) as unknown as z.ZodType<Stored>,
});

/** Creates a dictionary in the organization's account at the provider. Fails with `credential-missing`, `provider-refused` or `provider-failed`. */
export async function createAtProvider(
  context: ServerContext,
  caller: OrgCaller,
  params: PathParams,
  body: Body,
  signal: AbortSignal,
): Promise<ProviderResource> {
  const { provider, resourceName } = Place.parse(params);
  const keys = await voiceContext(context, caller, { provider });
  const created = await answered(() => createDictionary(provider, body ?? {}, keys, signal));
  return resources.create(context, caller, { provider, resourceName, ...created });
}

/** Changes it there. Fails like `createAtProvider`, and with `not-found`. */
export async function updateAtProvider(
  context: ServerContext,
  caller: OrgCaller,
  params: PathParams & { id: string },
  body: Body,
  signal: AbortSignal,
): Promise<ProviderResource> {
  const { id, provider, resourceId, resource: before } = await getStored(context, caller, params);
  const keys = await voiceContext(context, caller, { provider });
  const { resource } = await answered(() => updateDictionary(provider, resourceId, body ?? {}, keys, signal));
  return resources.update(context, caller, id, { resource: { ...before, ...resource } });
}

/** Deletes it at the provider and here. If it is already gone at the provider, it is deleted here. Fails like `updateAtProvider`. */
export async function removeAtProvider(
  context: ServerContext,
  caller: OrgCaller,
  params: PathParams & { id: string },
  signal: AbortSignal,
): Promise<ProviderResource> {
  const { id, provider, resourceId } = await getStored(context, caller, params);
  const keys = await voiceContext(context, caller, { provider });
  await answered(() => removeDictionary(provider, resourceId, keys, signal));
  return resources.remove(context, caller, id);
}

/** Fails with `not-found` for one of another provider. */
export async function getStored(
  context: ServerContext,
  caller: OrgCaller,
  { id, provider, resourceName }: PathParams & { id: string },
): Promise<ProviderResource> {
  const stored = await resources.get(context, caller, id);
  if (stored.provider !== provider || stored.resourceName !== resourceName)
    throw new PlatformError("not-found", { what: "Pronunciation dictionary" });
  return stored;
}

export interface ResourceFilter extends PathParams {
  id?: string | undefined;
  resourceId?: string | undefined;
}

export function filtersOf({ provider, resourceName, id, resourceId }: ResourceFilter): SQL[] {
  const fields = { provider, resourceName, ...(resourceId === undefined ? {} : { resourceId }) };
  const filter = sql`${providerResource.config} @> ${JSON.stringify(fields)}::jsonb`;
  return id === undefined ? [filter] : [filter, eq(providerResource.id, id.toLowerCase())];
}
