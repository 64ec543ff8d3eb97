import { PlatformError } from "@callwright/contract";
import type { OrgCaller } from "./caller.ts";

/** Longer ones are cut in the sentence that refuses them. */
const SHOWN_CHARACTERS = 200;

/**
 * Is the page that sends a public token one of its allowed ones? `origin` is the request's header, which a page cannot forge; a
 * program can, so this keeps other sites from using the token, and the limits keep the rest. Fails with `token-origin-refused` or
 * `token-origin-missing`.
 */
export function requireAllowedOrigin(caller: Pick<OrgCaller, "tag" | "apiToken">, origin: string | undefined): void {
  const allowed = caller.tag === "public" ? caller.apiToken?.restrictions.allowedOrigins : undefined;
  if (allowed === undefined || (origin !== undefined && allowed.includes(origin))) return;
  if (origin === undefined) throw new PlatformError("token-origin-missing");
  throw new PlatformError("token-origin-refused", { origin: origin.slice(0, SHOWN_CHARACTERS) });
}
