import { ProviderError } from "../model/provider-error.ts";
import { PrivateAddressError } from "../net/address-guard.ts";
import { createOutsideFetch } from "../net/outside-fetch.ts";
import type { PartName } from "./provider.ts";

const outside = createOutsideFetch();

/** A `fetch` for a provider's address that a person names. `advice`: how the operator allows an address of the server's own network. */
export const outsideProviderFetch =
  (provider: string, part: PartName, advice: string): typeof fetch =>
  (input, init) =>
    outside(input, init).catch((cause) => {
      if (!(cause instanceof PrivateAddressError)) throw cause;
      throw new ProviderError(`${provider} is at an address of this server's own network. ${advice}`, {
        provider,
        part,
        retryable: false,
      });
    });
