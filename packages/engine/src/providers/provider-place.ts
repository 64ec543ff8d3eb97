import { ProviderError } from "../model/provider-error.ts";
import { PrivateAddressError } from "../net/address-guard.ts";
import { createOutsideFetch } from "../net/outside-fetch.ts";
import type { PartName, ProviderContext } from "./provider.ts";
import { orgKeyField } from "./provider-key.ts";

/** How the operator allows an address of the server's own network. */
export const ALLOW_ADVICE = "The server's operator can allow it: ALLOW_PRIVATE_ADDRESSES=true.";

/** The address of a provider, and who set it. Without a trailing slash. */
export interface ProviderPlace<Own extends string | undefined = string> {
  baseUrl: string | Own;
  namedBy: "operator" | "credential" | "provider";
}

/** The operator's address of a provider, that of the organization's credential, or the provider's own. */
export function placeOf<Own extends string | undefined>(
  provider: string,
  own: Own,
  context: ProviderContext,
): ProviderPlace<Own> {
  const ofOperator = context.urls[provider];
  const ofCredential = orgKeyField(context, provider, "apiUrl");
  const withoutSlash = (url: string) => url.replace(/\/+$/, "");
  if (ofOperator !== undefined) return { baseUrl: withoutSlash(ofOperator), namedBy: "operator" };
  if (ofCredential !== undefined) return { baseUrl: withoutSlash(ofCredential), namedBy: "credential" };
  return { baseUrl: own === undefined ? own : withoutSlash(own), namedBy: "provider" };
}

/** Whether the address must not lead into the server's own network: only the operator names such addresses. */
export const isOutside = (namedBy: ProviderPlace["namedBy"], context: ProviderContext): boolean =>
  namedBy !== "operator" && context.allowPrivateAddresses !== true;

const outside = createOutsideFetch();

/** The `fetch` for a provider's address. `outsideOnly`: it must not lead into the server's own network. */
export const providerFetch = (provider: string, part: PartName, outsideOnly: boolean): typeof fetch =>
  outsideOnly ? outsideProviderFetch(provider, part) : fetch;

/** A `fetch` for a provider's address that a person names. `advice`: how the operator allows an address of the server's own network. */
export const outsideProviderFetch =
  (provider: string, part: PartName, advice = ALLOW_ADVICE): typeof fetch =>
  (input, init) =>
    outside(input, init).catch((cause) => {
      if (!(cause instanceof PrivateAddressError)) throw cause;
      throw new ProviderError(`${provider} is at an address of this server's own network. ${advice}`, {
        provider,
        part,
        retryable: false,
      });
    });
