import type { platformRoutes, Route } from "@callwright/contract";
import type { z } from "zod";
import type { CancelToken } from "./cancel-tokens.ts";
import type { UploadProgress } from "./upload.ts";

type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never;

/** `"/org/{id}/auth"` → `{ id: string }`; a parameter that the route describes has its type. */
type PathParams<R extends Route> = {
  [Name in PathParamName<R["path"]>]: R extends { params: Record<Name, infer Param extends z.ZodType> } ? z.input<Param> : string;
};

/**
 * A query as one writes it: what the server reads, or what that stands for. A coerced number, whose input may be anything, is a number;
 * an object, which travels as JSON, an object.
 */
type QueryFields<Query extends z.ZodType> = {
  [Name in keyof z.input<Query>]:
    | (unknown extends z.input<Query>[Name] ? never : z.input<Query>[Name])
    | z.output<Query>[Name & keyof z.output<Query>];
};

/** Left out where all of it may be. */
type Option<Name extends string, Value> =
  Record<never, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

type QueryOption<R> = R extends { query: infer Query extends z.ZodType } ? Option<"query", QueryFields<Query>> : unknown;

type BodyOption<R> = R extends { body: infer Body extends z.ZodType }
  ? undefined extends z.input<Body>
    ? { body?: z.input<Body> }
    : { body: z.input<Body> }
  : unknown;

interface UploadOption {
  /** Called as the body leaves. Browsers then send it by `XMLHttpRequest`, which alone tells them, and not by `ClientOptions.fetch`. */
  onUploadProgress?: (progress: UploadProgress) => void;
}

interface CommonOptions {
  signal?: AbortSignal;
  /** A name of your own for this call, or for several: `abort(cancelToken)` ends those that run. */
  cancelToken?: CancelToken;
  /** Key of a POST. Default: a fresh one per call; give your own to send the same request again safely. */
  idempotencyKey?: string;
}

/** What a call of route `R` takes: its path parameters by name, `query`, `body`, and the options every call has. */
export type CallOptions<R extends Route> = PathParams<R> &
  QueryOption<R> &
  BodyOption<R> &
  (R extends { bodyType: "form" } ? UploadOption : unknown) &
  CommonOptions;

/** What route `R` answers. Fields that the contract does not know are kept. */
export type ResponseOf<R extends Route> = z.output<R["response"]>;

/** What an event of a stream of route `R` holds. */
export type EventOf<R extends Route> = R extends { events: infer Events extends z.ZodType } ? z.output<Events> : never;

type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** Names of the routes of a table that are like `Shape`. */
type NameLike<Table, Shape> = { [Name in keyof Table]: Table[Name] extends Shape ? Name : never }[keyof Table];

interface Cancelling {
  /** Ends the running calls that were given this `cancelToken`: each rejects with an `AbortError`. */
  abort(cancelToken: CancelToken): void;
}

/** One function per route of a table. */
export type ClientOf<Table extends Record<string, Route>> = Cancelling & {
  [Name in keyof Table]: (...options: Arguments<CallOptions<Table[Name]>>) => Promise<ResponseOf<Table[Name]>>;
};

/** One function per route of a table that can answer with a stream of events. */
export type StreamsOf<Table extends Record<string, Route>> = Cancelling & {
  [Name in NameLike<Table, { events: z.ZodType }>]: (
    ...options: Arguments<CallOptions<Table[Name]>>
  ) => AsyncIterable<EventOf<Table[Name]>>;
};

/** One function per route of a table whose answer is a file. It is cancelled by its `signal` alone, also while the file is read. */
export type DownloadsOf<Table extends Record<string, Route>> = {
  [Name in NameLike<Table, { mediaType: string }>]: (
    ...options: Arguments<Omit<CallOptions<Table[Name]>, "cancelToken">>
  ) => Promise<Response>;
};

type Routes = typeof platformRoutes;

/** One function per route of the contract. */
export type Client = ClientOf<Routes>;
/** One function per route of the contract that can answer with a stream of events. */
export type Streams = StreamsOf<Routes>;
/** One function per route of the contract whose answer is a file. */
export type Downloads = DownloadsOf<Routes>;
