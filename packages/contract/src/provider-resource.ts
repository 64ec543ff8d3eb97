import { z } from "zod";
import { EntityFields, Id } from "./entity.ts";
import { PageQuery } from "./list-query.ts";
import { pageOf } from "./resource-routes.ts";
import { defineRoutes } from "./route.ts";

export const RESOURCE_PROVIDERS = ["11labs", "cartesia"] as const;
export const PROVIDER_RESOURCE_NAMES = ["pronunciation-dictionary"] as const;

/** Something that is kept at a provider, and known here by its id there. */
export const ProviderResource = z.looseObject({
  ...EntityFields,
  provider: z.enum(RESOURCE_PROVIDERS),
  resourceName: z.enum(PROVIDER_RESOURCE_NAMES),
  /** At the provider. */
  resourceId: z.string(),
  /** As the provider describes it. */
  resource: z.record(z.string(), z.unknown()),
});
export type ProviderResource = z.infer<typeof ProviderResource>;

/** In the provider's own words, which are passed on as they are. */
const ProviderBody = z.looseObject({}).optional();

const params = { provider: z.enum(RESOURCE_PROVIDERS), resourceName: z.enum(PROVIDER_RESOURCE_NAMES) };
const all = { path: "/provider/{provider}/{resourceName}", params, scope: "private" } as const;
const one = {
  ...all,
  path: "/provider/{provider}/{resourceName}/{id}",
  response: ProviderResource,
  status: 200,
} as const;

export const providerResourceRoutes = defineRoutes({
  createProviderResource: {
    ...all,
    method: "POST",
    role: "editor",
    body: ProviderBody,
    response: ProviderResource,
    status: 201,
    summary: "Create something at a provider",
  },
  listProviderResources: {
    ...all,
    method: "GET",
    role: "viewer",
    query: z.object({ ...PageQuery.shape, id: Id.optional(), resourceId: z.string().max(1000).optional() }),
    response: pageOf(ProviderResource),
    status: 200,
    summary: "List what is kept at a provider",
  },
  getProviderResource: { ...one, method: "GET", role: "viewer", summary: "Get something that is kept at a provider" },
  updateProviderResource: {
    ...one,
    method: "PATCH",
    role: "editor",
    body: ProviderBody,
    summary: "Change something at a provider",
  },
  deleteProviderResource: { ...one, method: "DELETE", role: "editor", summary: "Delete something at a provider" },
});
