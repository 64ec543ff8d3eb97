import { COMPAT_FORMS, COMPAT_HEADER, fromProviderNames, PlatformError, type Route, toProviderNames } from "@callwright/contract";
import type { AppContext } from "./app.ts";
import type { Caller } from "./caller.ts";
import { requestOrigin } from "./client-address.ts";
import type { HttpContext } from "./http-context.ts";

/** The names in which a client writes and reads. */
export interface ClientNames {
  /** A body in ours. */
  read(body: unknown): unknown;
  /** An answer in the client's. */
  write(answered: unknown): unknown;
}

const OURS: ClientNames = { read: (body) => body, write: (answered) => answered };

/** The hosted platform's names where the request's header or the caller's token says so, else ours. Fails with `validation-failed`. */
export function clientNames(
  c: AppContext,
  { method, path }: Route,
  caller: Caller | null,
  { config }: Pick<HttpContext, "config">,
): ClientNames {
  const sent = c.req.header(COMPAT_HEADER);
  const [known] = COMPAT_FORMS;
  if (sent !== undefined && sent !== known)
    throw new PlatformError("validation-failed", {}, { problems: [`header ${COMPAT_HEADER} must be ${known}`] });
  const ofToken = caller?.kind === "org" ? caller.apiToken?.compat : undefined;
  if ((sent ?? ofToken) !== known) return OURS;
  const resource = path.replace(/^\/v\d+/, "").split("/")[1] ?? "";
  return {
    read: (body) => fromProviderNames(body, { resource, isChange: method === "PATCH" }),
    write: (answered) => toProviderNames(answered, { resource, origin: requestOrigin(c, config) }),
  };
}
