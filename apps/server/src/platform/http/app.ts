import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { Logger } from "../config/logger.ts";
import { isApiPath, plainPath } from "./own-paths.ts";

/** What every request carries: its id, and a log that writes the id into every line, made when it is asked for. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; log: () => Logger };
}
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

export function newApp(): App {
  return new Hono<AppEnv>({ getPath: servedPath });
}

/** The path in the form of routes. Paths of the dashboard stay unchanged. */
function servedPath(request: Request): string {
  const path = getPath(request);
  const plain = plainPath(path);
  return isApiPath(plain) ? plain : path;
}
