import { parseUrl, timeLimit } from "@callwright/contract";
import { ProviderError } from "../model/provider-error.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { PartName } from "./provider.ts";
import { providerFetch } from "./provider-place.ts";

interface AskedProvider {
  provider: string;
  part: PartName;
  /** A person of the organization names the address: it must not lead into the server's own network. */
  isOutside: boolean;
}

interface ProviderRequest extends Pick<RequestInit, "method" | "headers" | "body"> {
  url: string;
  signal: AbortSignal;
  /** From the connection to the last byte. */
  timeoutMs: number;
}

interface ProviderAnswer {
  status: number;
  text: string;
}

/** Whether a status means that the request was carried out. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Sends a request to a provider, and reads the whole answer, whatever its status. Fails with a `ProviderError` in words, or with the signal's reason.
 * Redirects are not followed: one could carry the key to another host.
 */
export async function askProvider(
  { provider, part, isOutside }: AskedProvider,
  { url, signal, timeoutMs, ...init }: ProviderRequest,
): Promise<ProviderAnswer> {
  const late = timeLimit(timeoutMs);
  const send = boundedFetch(providerFetch(provider, part, isOutside));
  let hasBegun = false;
  try {
    const response = await send(url, { ...init, redirect: "error", signal: AbortSignal.any([signal, late]) });
    hasBegun = true;
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof ProviderError) throw cause;
    const failure = (message: string) => new ProviderError(message, { provider, part, retryable: true });
    if (late.aborted) throw failure(`${provider} did not answer in ${timeoutMs / 1000} s.`);
    if (hasBegun) throw failure(`The connection to ${provider} broke.`);
    throw failure(
      `${provider} could not be reached at ${parseUrl(url)?.origin ?? "its address"}. Check the address and the network.`,
    );
  }
}
