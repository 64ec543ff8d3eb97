import type { platformRoutes, Route } from "@callwright/contract";
import type { z } from "zod";
import type { CancelToken } from "./cancel-tokens.ts";
import type { Groups } from "./groups.ts";
import type { UploadProgress } from "./upload.ts";

type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never;

/** `"/org/{id}/auth"` → `{ id: string }`; a parameter with a schema has its type. */
type PathParams<R extends Route> = {
  [Name in PathParamName<R["path"]>]: R extends { params: Record<Name, infer Param extends z.ZodType> } ? z.input<Param> : string;
};

/**
 * A query as the caller writes it. A coerced number, whose input type is unknown, is a number.
 * An object, which is sent as JSON text, is an object.
 */
type QueryFields<Query extends z.ZodType> = {
  [Name in keyof z.input<Query>]:
    | (unknown extends z.input<Query>[Name] ? never : z.input<Query>[Name])
    | z.output<Query>[Name & keyof z.output<Query>];
};

/** Optional if all its fields are. */
type Option<Name extends string, Value> =
  Record<never, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

type QueryOption<R> = R extends { query: infer Query extends z.ZodType } ? Option<"query", QueryFields<Query>> : unknown;

type BodyOption<R> = R extends { body: infer Body extends z.ZodType }
  ? undefined extends z.input<Body>
    ? { body?: z.input<Body> }
    : { body: z.input<Body> }
  : unknown;

interface UploadOption {
  /** Called during the upload. Browsers then use `XMLHttpRequest`, which reports progress, instead of `ClientOptions.fetch`. */
  onUploadProgress?: (progress: UploadProgress) => void;
}

interface CommonOptions {
  signal?: AbortSignal;
  /** A name for this call or for several. `abort(cancelToken)` aborts them. */
  cancelToken?: CancelToken;
  /** Key of a POST. Default: a new one per call. Set it to repeat a request safely. */
  idempotencyKey?: string;
}

/** The arguments of route `R`: path parameters by name, `query`, `body`, and the options of every call. */
export type CallOptions<R extends Route> = PathParams<R> &
  QueryOption<R> &
  BodyOption<R> &
  (R extends { bodyType: "form" } ? UploadOption : unknown) &
  CommonOptions;

/** The result of route `R`. Unknown fields are kept. */
export type ResponseOf<R extends Route> = z.output<R["response"]>;

/** One event of route `R`'s stream. */
export type EventOf<R extends Route> = R extends { events: infer Events extends z.ZodType } ? z.output<Events> : never;

type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** Names of a table's routes that match `Shape`. */
type NameLike<Table, Shape> = { [Name in keyof Table]: Table[Name] extends Shape ? Name : never }[keyof Table];

interface Cancelling {
  /** Aborts the running calls with this `cancelToken`. Each rejects with an `AbortError`. */
  abort(cancelToken: CancelToken): void;
}

/** One function per route of a table. */
export type ClientOf<Table extends Record<string, Route>> = Cancelling & {
  [Name in keyof Table]: (...options: Arguments<CallOptions<Table[Name]>>) => Promise<ResponseOf<Table[Name]>>;
};

/** One function per route of a table that can stream events. */
export type StreamsOf<Table extends Record<string, Route>> = Cancelling & {
  [Name in NameLike<Table, { events: z.ZodType }>]: (
    ...options: Arguments<CallOptions<Table[Name]>>
  ) => AsyncIterable<EventOf<Table[Name]>>;
};

/** One function per route of a table that returns a file. Only its `signal` cancels it, even while the file is read. */
export type DownloadsOf<Table extends Record<string, Route>> = {
  [Name in NameLike<Table, { mediaType: string }>]: (
    ...options: Arguments<Omit<CallOptions<Table[Name]>, "cancelToken">>
  ) => Promise<Response>;
};

type Routes = typeof platformRoutes;

/**
 * The older names of the same functions: `client.listAssistants()` is `client.assistants.list()`.
 * @deprecated They go with the next release.
 */
type OlderNames<Calls> = Calls;

/** One function per route of the contract, in groups. */
export type Client = Groups<ClientOf<Routes>> & OlderNames<ClientOf<Routes>>;
/** One function per route of the contract that can stream events, in groups. */
export type Streams = Groups<StreamsOf<Routes>> & OlderNames<StreamsOf<Routes>>;
/** One function per route of the contract that returns a file, in groups. */
export type Downloads = Groups<DownloadsOf<Routes>> & OlderNames<DownloadsOf<Routes>>;
