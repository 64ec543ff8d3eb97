import type { PlatformRouteName, platformRoutes, Route } from "@callwright/contract";
import type { z } from "zod";

type Routes = typeof platformRoutes;

/** `"/org/{id}/auth"` → `{ id: string }`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown;

/** Every query parameter of the platform has a default, so all are optional. */
type QueryOption<R> = R extends { query: infer Query extends z.ZodType } ? { query?: Partial<z.output<Query>> } : unknown;

type BodyOption<R> = R extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown;

interface CommonOptions {
  signal?: AbortSignal;
  /** Key of a POST. Default: a fresh one per call; give your own to send the same request again safely. */
  idempotencyKey?: string;
}

/** What a call of route `R` takes: its path parameters by name, `query`, `body`, and the options every call has. */
export type CallOptions<R extends Route> = PathParams<R["path"]> & QueryOption<R> & BodyOption<R> & CommonOptions;

/** What route `R` answers. Fields that the contract does not know are kept. */
export type ResponseOf<R extends Route> = z.output<R["response"]>;

type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** One function per route of the contract. */
export type Client = {
  [Name in PlatformRouteName]: (...options: Arguments<CallOptions<Routes[Name]>>) => Promise<ResponseOf<Routes[Name]>>;
};

/** What an event of a stream of route `R` holds. */
export type EventOf<R extends Route> = R extends { events: infer Events extends z.ZodType } ? z.output<Events> : never;

type StreamingRouteName = {
  [Name in PlatformRouteName]: Routes[Name] extends { events: z.ZodType } ? Name : never;
}[PlatformRouteName];

/** One function per route of the contract that can answer with a stream. */
export type Streams = {
  [Name in StreamingRouteName]: (options: CallOptions<Routes[Name]>) => AsyncIterable<EventOf<Routes[Name]>>;
};
