import { parseUrl } from "@callwright/contract";

/** Whether both URLs are valid and have the same scheme, host and port. */
export function hasSameOrigin(url: string | undefined, trusted: string | undefined): boolean {
  if (!url || !trusted) return false;
  const origin = parseUrl(url)?.origin;
  return origin !== undefined && origin === parseUrl(trusted)?.origin;
}
