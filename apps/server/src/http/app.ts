import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Logger } from "../logger.ts";

/** What every request carries: its id, and a log that writes the id into every line, made when it is asked for. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; log: () => Logger };
}
export type App = Hono<AppEnv>;
export type AppContext = Context<AppEnv>;

export function newApp(): App {
  return new Hono<AppEnv>();
}
