import { PlatformError } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";

/** Reasons in words, by the code of the error. */
const REASONS: Record<string, string> = {
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "its name cannot be resolved right now",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it broke the connection off",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  EPROTO: "it does not speak https there",
};

/** Why a request failed, as the end of a sentence: "nothing listens there". */
export function failureDetail(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? (message || code);
}

/** Why a request to somebody's host failed, in words: `host-address-private` or `host-unreachable`. */
export function hostFailure(host: string, cause: unknown): PlatformError {
  if (cause instanceof PrivateAddressError) return new PlatformError("host-address-private", { host }, { cause });
  return new PlatformError("host-unreachable", { host, detail: failureDetail(cause) }, { cause });
}
