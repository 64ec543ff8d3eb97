import { PlatformError } from "@callwright/contract";
import type { AppContext } from "./app.ts";

/** Longer than any token we make. */
const TOKEN_MAX_CHARACTERS = 8192;

/** The bearer token of a request, as it was sent. */
export function sentBearer(c: AppContext): string | undefined {
  const token = /^Bearer +(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return token && token.length <= TOKEN_MAX_CHARACTERS ? token : undefined;
}

/** The bearer token of a request. Fails with `unauthorized`. */
export function readBearer(c: AppContext): string {
  const token = sentBearer(c);
  if (token === undefined) throw new PlatformError("unauthorized");
  return token;
}
