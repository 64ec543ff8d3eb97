import { PlatformError } from "@callwright/contract";
import type { AppContext } from "./app.ts";

/** Longer than any token we make. */
const TOKEN_MAX_CHARACTERS = 8192;

/** The bearer token of a request. Fails with `unauthorized`. */
export function readBearer(c: AppContext): string {
  const token = /^Bearer +(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (!token || token.length > TOKEN_MAX_CHARACTERS) throw new PlatformError("unauthorized");
  return token;
}
