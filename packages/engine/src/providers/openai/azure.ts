import type { ProviderContext } from "../provider.ts";
import { orgKeyField } from "../provider-key.ts";

export const AZURE_CREDENTIAL = "azure-openai";

/** Where Azure serves a model: an OpenAI resource with a deployment that is named like the model. */
export interface AzurePlace {
  baseUrl: string;
  headers: Record<string, string>;
  secrets: string[];
}

/**
 * The organization's Azure resource for a model: `gpt-4.1:westus` asks for the region's, `gpt-4.1` for any, if the organization has no key
 * of OpenAI. Undefined when there is none. https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle.
 */
export function azurePlaceOf(model: string, context: ProviderContext): AzurePlace | undefined {
  const [name, region] = model.split(":");
  const credential = context.orgKeys?.[AZURE_CREDENTIAL];
  const key = orgKeyField(context, AZURE_CREDENTIAL, "openAIKey");
  const endpoint = orgKeyField(context, AZURE_CREDENTIAL, "openAIEndpoint");
  if (!credential || !key || !endpoint || !(credential.models as unknown[]).includes(name)) return undefined;
  if (region === undefined ? orgKeyField(context, "openai", "apiKey") !== undefined : region !== credential.region)
    return undefined;
  const subscription = orgKeyField(context, AZURE_CREDENTIAL, "ocpApimSubscriptionKey");
  return {
    baseUrl: `${endpoint.replace(/\/+$/, "").replace(/\/openai(?:\/.*)?$/, "")}/openai/v1`,
    headers: { "api-key": key, ...(subscription && { "Ocp-Apim-Subscription-Key": subscription }) },
    secrets: [key, subscription ?? ""],
  };
}
