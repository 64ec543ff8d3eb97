import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { providerResourceNoun } from "./provider-resource-noun.ts";

export const RESOURCE_PROVIDERS = ["11labs", "cartesia"] as const;
export const PROVIDER_RESOURCE_NAMES = ["pronunciation-dictionary"] as const;

/** A resource stored at a provider. This server stores its id there. */
export const ProviderResource = z.looseObject({
  ...EntityFields,
  provider: z.enum(RESOURCE_PROVIDERS),
  resourceName: z.enum(PROVIDER_RESOURCE_NAMES),
  /** The provider's id. */
  resourceId: z.string(),
  /** In the provider's own form. */
  resource: z.record(z.string(), z.unknown()),
});
export type ProviderResource = z.infer<typeof ProviderResource>;

/** Passed on to the provider unchanged. */
const ProviderBody = z.looseObject({}).optional();

const params = { provider: z.enum(RESOURCE_PROVIDERS), resourceName: z.enum(PROVIDER_RESOURCE_NAMES) };
const all = { params } as const;
const one = {
  ...all,
  response: ProviderResource,
} as const;

export const providerResourceRoutes = describeRoutes(providerResourceNoun.addresses, {
  createProviderResource: {
    ...all,
    body: ProviderBody,
    response: ProviderResource,
    status: 201,
    summary: "Create a provider resource",
  },
  listProviderResources: {
    ...all,
    query: z.object({ ...PageQuery.shape, id: Id.optional(), resourceId: z.string().max(1000).optional() }),
    response: pageOf(ProviderResource),
    summary: "List provider resources",
  },
  getProviderResource: { ...one, summary: "Get a provider resource" },
  updateProviderResource: {
    ...one,
    body: ProviderBody,
    summary: "Update a provider resource",
  },
  deleteProviderResource: { ...one, summary: "Delete a provider resource" },
});
