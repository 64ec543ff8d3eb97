import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { PageQuery } from "../wire/list-query.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { defineRoutes } from "../wire/route.ts";

export const RESOURCE_PROVIDERS = ["11labs", "cartesia"] as const;
export const PROVIDER_RESOURCE_NAMES = ["pronunciation-dictionary"] as const;

/** A resource stored at a provider. This server stores its id there. */
export const ProviderResource = z.looseObject({
  ...EntityFields,
  provider: z.enum(RESOURCE_PROVIDERS),
  resourceName: z.enum(PROVIDER_RESOURCE_NAMES),
  /** The provider's id. */
  resourceId: z.string(),
  /** As the provider describes it. */
  resource: z.record(z.string(), z.unknown()),
});
export type ProviderResource = z.infer<typeof ProviderResource>;

/** Passed on to the provider unchanged. */
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
    summary: "Create a provider resource",
  },
  listProviderResources: {
    ...all,
    method: "GET",
    role: "viewer",
    query: z.object({ ...PageQuery.shape, id: Id.optional(), resourceId: z.string().max(1000).optional() }),
    response: pageOf(ProviderResource),
    status: 200,
    summary: "List provider resources",
  },
  getProviderResource: { ...one, method: "GET", role: "viewer", summary: "Get a provider resource" },
  updateProviderResource: {
    ...one,
    method: "PATCH",
    role: "editor",
    body: ProviderBody,
    summary: "Update a provider resource",
  },
  deleteProviderResource: { ...one, method: "DELETE", role: "editor", summary: "Delete a provider resource" },
});
