import { ProviderError } from "../model/provider-error.ts";
import type { PartName, ProviderContext } from "./provider.ts";

/** The name of a variable cannot begin with a digit. */
const VARIABLE_NAMES: Readonly<Record<string, string>> = { "11labs": "elevenlabs" };

/** The environment variable of a provider: `custom-llm` → `CUSTOM_LLM_API_KEY`. */
export const providerVariable = (provider: string, suffix: "API_KEY" | "BASE_URL" | "MODEL") =>
  `${(VARIABLE_NAMES[provider] ?? provider).toUpperCase().replace(/\W/g, "_")}_${suffix}`;

/** What to do about a missing or refused key. */
export const keyAdvice = (provider: string) =>
  `Add a credential of ${provider} with a valid key, or set ${providerVariable(provider, "API_KEY")} in the server's environment.`;

/** A text of the organization's credential; undefined without one. */
export function orgKeyField({ orgKeys }: ProviderContext, provider: string, field: string): string | undefined {
  const value = orgKeys?.[provider]?.[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The key of a provider: the organization's, or else the server's. */
export function findKey(context: ProviderContext, provider: string): string | undefined {
  return orgKeyField(context, provider, "apiKey") ?? context.keys[provider];
}

/** As `findKey`; fails with a `ProviderError` that says where to put the key. */
export function requireKey(context: ProviderContext, provider: string, part: PartName): string {
  const key = findKey(context, provider);
  if (key) return key;
  throw new ProviderError(`${provider} needs a key. ${keyAdvice(provider)}`, { provider, part, retryable: false });
}
