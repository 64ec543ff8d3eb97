import { defineNoun } from "../wire/noun.ts";

export const providerResourceNoun = defineNoun({
  thing: "ProviderResource",
  label: "resource of a provider",
  changes: ["provider-resource"],
  addresses: {
    createProviderResource: "POST /provider/{provider}/{resourceName}",
    listProviderResources: "GET /provider/{provider}/{resourceName}",
    getProviderResource: "GET /provider/{provider}/{resourceName}/{id}",
    updateProviderResource: "PATCH /provider/{provider}/{resourceName}/{id}",
    deleteProviderResource: "DELETE /provider/{provider}/{resourceName}/{id}",
  },
});
