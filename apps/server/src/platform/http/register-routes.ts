import { NOUNS, type Noun, PlatformError, type Route, roleAtLeast, WARNINGS_HEADER, type Warning } from "@callwright/contract";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { ignoredFields, refuseHarmfulFields } from "../capabilities/unsupported-fields.ts";
import type { Logger } from "../config/logger.ts";
import { isApiToken } from "./api-token.ts";
import type { App, AppContext } from "./app.ts";
import { type AuditTarget, auditWrite, isAudited } from "./audit-writes.ts";
import { readBearer } from "./bearer.ts";
import type { Caller, OrgCaller, UserCaller } from "./caller.ts";
import { clientAddress, requestOrigin } from "./client-address.ts";
import { type ClientNames, clientNames } from "./compat.ts";
import { acceptedEncoding, COMPRESS_MIN_BYTES, compress } from "./compression.ts";
import { allowOrigin } from "./cross-origin.ts";
import { Download, openDownload } from "./download.ts";
import { describeError } from "./error-response.ts";
import { EVENT_STREAM_TYPE, EventStream, eventStreamBody } from "./event-stream.ts";
import type { HttpContext } from "./http-context.ts";
import { answerOnce, isUnreplayed, JSON_TYPE, type RouteAnswer, withoutReplay } from "./idempotency.ts";
import { parseWhole, readWarnings } from "./parse-whole.ts";
import { Redirect } from "./redirect.ts";
import { requireStorable } from "./request-body.ts";
import { type RouteBody, readRouteBody } from "./route-body.ts";
import { noRoute } from "./route-path.ts";
import { visitorNetwork } from "./visitor-address.ts";

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type CallerOf<R extends Route> = {
  none: null;
  user: UserCaller;
  account: UserCaller | OrgCaller;
  public: OrgCaller;
  private: OrgCaller;
}[R["scope"]];

type AuthenticateContext = Pick<HttpContext, "authenticate" | "attempts" | "config">;

/** A request of one route as its contract describes it: parsed and authorized. */
export interface RouteRequest<R extends Route> {
  /** Ids in lower case. */
  params: Record<ParamName<R["path"]>, string>;
  query: Parsed<R["query"]>;
  body: Parsed<R["body"]>;
  caller: CallerOf<R>;
  /** The unparsed JSON, to check its signature. */
  bodyText: string;
  header: (name: string) => string | undefined;
  requestId: string;
  /** The address the client used, without a trailing slash. */
  origin: string;
  /** IP address of the client; behind a trusted proxy, as the proxy tells it. */
  clientAddress: string;
  /** Aborts if the client disconnects before its answer is complete; never with an `Idempotency-Key`, with which the client can ask again. */
  signal: AbortSignal;
  log: Logger;
  /** Sets the target in the audit log, if neither path nor answer names it. */
  target: (target: AuditTarget) => void;
  /** Sets the complete resource if the body has only its changes: the answer warns about its fields without effect. */
  written: (whole: object) => void;
}

/** The answer of a route with events may be a stream of them; of a route with a media type, a file. */
type AnswerOf<R extends Route> =
  | z.output<R["response"]>
  | (R extends { events: z.ZodType } ? EventStream : never)
  | (R extends { method: "GET"; mediaType: string } ? Download : never)
  | (R extends { status: 302 } ? Redirect : never);

/** Functions by route name. Each adds stored fields to a body before the schema reads it. */
type Completions<Table> = {
  [Name in keyof Table]?: (body: unknown, caller: OrgCaller, id: string) => Promise<unknown>;
};

export type Handlers<Table extends Record<string, Route>> = {
  [Name in keyof Table]: (request: RouteRequest<Table[Name]>) => Promise<AnswerOf<Table[Name]>>;
};

/**
 * Serve a resource's table of routes. The kit does what no handler should repeat: origin, bearer token, least role, ids,
 * query and body by the contract's schemas, `Idempotency-Key`, status. A handler answers the response value, or an `EventStream` where
 * the route has events, or a `Download` where it has a media type, or a `Redirect` where its status is one, or throws a `PlatformError`.
 */
export function registerRoutes<const Table extends Record<string, Route>>(
  app: App,
  context: HttpContext,
  table: Table,
  handlers: Handlers<Table>,
  completions: Completions<Table> = {},
): void {
  for (const name of inMatchingOrder(table)) {
    const route = table[name] as Table[typeof name];
    const handler = handlers[name] as (request: RouteRequest<Route>) => Promise<unknown>;
    app.on([route.method, "OPTIONS"], honoPath(route.path), async (c, next) => {
      const preflight = allowOrigin(c, route, context.config);
      if (preflight) return preflight;
      if (c.req.method === "OPTIONS") return next();
      return serve(c, { name, route, handler, context, audited: isAudited(name, route), complete: completions[name] });
    });
  }
}

/** A literal path comes before one with a parameter in its place: `/template/pinned` before `/template/{id}`. */
function inMatchingOrder<Table extends Record<string, Route>>(table: Table): (keyof Table & string)[] {
  const places = (name: string) => (table[name]?.path ?? "").replace(/\{\w+\}/g, "\u{ffff}");
  return Object.keys(table).sort((one, other) => (places(one) < places(other) ? -1 : 1));
}

/** `/assistant/{id}` → `/assistant/:id` */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** A route with its handler. */
interface ServedRoute {
  name: string;
  route: Route;
  handler: (request: RouteRequest<Route>) => Promise<unknown>;
  context: HttpContext;
  audited: boolean;
  complete: Completions<Record<string, Route>>[string] | undefined;
}

async function serve(c: AppContext, served: ServedRoute): Promise<Response> {
  const { route, context, complete } = served;
  const caller = await admit(c, route, context);
  const params = readParams(c, route);
  const query = readQuery(c, route);
  const names = clientNames(c, route, caller, context);
  const body = await readRouteBody(c, route, context.config, async (sent) => {
    const written = names.read(sent);
    return complete && caller?.kind === "org" ? complete(written, caller, params.id ?? "") : written;
  });
  try {
    return await respond(c, { ...served, caller, params, query, body, names });
  } finally {
    await body.discard();
  }
}

interface ReadRequest extends ServedRoute {
  caller: Caller | null;
  params: Record<string, string>;
  query: unknown;
  body: RouteBody;
  names: ClientNames;
}

async function respond(c: AppContext, request: ReadRequest): Promise<Response> {
  const { route, caller, body, context, names } = request;
  const handle = (signal: () => AbortSignal) => runHandler(c, request, signal);
  if (!caller || route.method !== "POST") {
    const answered = await handle(() => c.req.raw.signal);
    if (answered instanceof Redirect) return c.redirect(answered.url, 302);
    return answered instanceof Download ? sendDownload(c, answered) : send(c, toAnswer(route, answered, names));
  }
  const answer = async (signal: () => AbortSignal) => toAnswer(route, await handle(signal), names);
  return send(c, await answerOnce(c, caller, body.identity, answer, context));
}

async function runHandler(c: AppContext, request: ReadRequest, signal: () => AbortSignal): Promise<unknown> {
  const { name, route, caller, params, query, body, names, handler, context, audited } = request;
  const resource = route.path.split("/")[1] ?? "";
  refuseHarmfulFields(resource, body.value, request.context.config);
  let target: AuditTarget = {};
  let written = body.value;
  const answered = await handler({
    params: params as RouteRequest<Route>["params"],
    query: query as undefined,
    body: body.value as undefined,
    bodyText: body.identity,
    header: (header) => c.req.header(header),
    caller: caller as RouteRequest<Route>["caller"],
    requestId: c.get("requestId"),
    // Few handlers look at these, and to make a signal or a log takes as long as to read the query.
    get origin() {
      return requestOrigin(c, context.config);
    },
    get clientAddress() {
      return clientAddress(c, context.config);
    },
    get signal() {
      return signal();
    },
    get log() {
      return c.get("log")();
    },
    target: (told) => {
      target = told;
    },
    written: (whole) => {
      written = whole;
    },
  });
  if (audited) auditWrite(c, { name, route, caller, params, answered, target }, context);
  return withWarnings(c, names, answered, [
    ...readWarnings(body.value),
    ...readWarnings(answered),
    ...ignoredFields(resource, written, { embeddings: context.config.embeddings !== undefined }),
  ]);
}

/**
 * The response to a write names the entity's fields without effect here. The hosted platform has no field for that, so with its names a header lists
 * them.
 */
function withWarnings(c: AppContext, { isTheirs }: ClientNames, answered: unknown, warnings: readonly Warning[]): unknown {
  const isPlain = typeof answered === "object" && answered !== null && Object.getPrototypeOf(answered) === Object.prototype;
  if (!isPlain || warnings.length === 0) return answered;
  const unique = [...new Map(warnings.map((each) => [each.field, each])).values()];
  if (isTheirs) {
    c.header(WARNINGS_HEADER, headerText(unique));
    return answered;
  }
  const warned = { ...answered, warnings: unique };
  return isUnreplayed(answered) ? withoutReplay(warned) : warned;
}

/** Many proxies take 4 kB of headers. */
const HEADER_MAX_CHARACTERS = 2_000;

/** JSON in ASCII, of as many as fit. */
function headerText(warnings: readonly Warning[]): string {
  const text = JSON.stringify(warnings).replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text.length > HEADER_MAX_CHARACTERS ? headerText(warnings.slice(0, -1)) : text;
}

async function send(c: AppContext, given: RouteAnswer): Promise<Response> {
  const { status, contentType } = given;
  if (typeof given.body === "string" && given.body.length >= COMPRESS_MIN_BYTES) return sendText(c, given, given.body);
  // A proxy that buffers answers would delay the stream.
  if (given.body instanceof EventStream) c.header("X-Accel-Buffering", "no");
  const sent =
    given.body instanceof EventStream ? eventStreamBody(given.body, (error) => describeError(error, c).body) : given.body;
  return c.body(sent, status as ContentfulStatusCode, { "Content-Type": contentType });
}

/** Compressed where the client can read it: a list of calls is a tenth of its length then. */
async function sendText(c: AppContext, { status, contentType }: RouteAnswer, text: string): Promise<Response> {
  const encoding = acceptedEncoding(c.req.header("accept-encoding"));
  c.header("Vary", "Accept-Encoding", { append: true });
  c.header("Content-Type", contentType);
  if (encoding === undefined) return c.body(text, status as ContentfulStatusCode);
  c.header("Content-Encoding", encoding);
  return c.body(new Uint8Array(await compress(Buffer.from(text), encoding, "once")), status as ContentfulStatusCode);
}

async function sendDownload(c: AppContext, download: Download): Promise<Response> {
  const body = await openDownload(download, (error) => describeError(error, c));
  return c.body(body, 200, {
    "Content-Type": download.mediaType,
    "Content-Disposition": `attachment; filename="${download.fileName}"`,
    "X-Accel-Buffering": "no",
  });
}

function toAnswer({ status, mediaType }: Route, answered: unknown, names: ClientNames): RouteAnswer {
  if (answered instanceof EventStream) return { status, contentType: EVENT_STREAM_TYPE, body: answered };
  if (answered === undefined) return { status, contentType: JSON_TYPE, body: "" };
  if (mediaType !== undefined) return { status, contentType: mediaType, body: String(answered) };
  return { status, contentType: JSON_TYPE, body: JSON.stringify(names.write(answered)), isUnreplayed: isUnreplayed(answered) };
}

/** Is the bearer of the right kind, and its role enough? */
async function admit(c: AppContext, route: Route, context: HttpContext): Promise<Caller | null> {
  if (route.scope === "none") return null;
  const caller = await authenticateFor(c, route, context);
  if (caller.kind === "org") return admitMember(c, route, caller);
  if (route.scope !== "user" && route.scope !== "account") throw new PlatformError("unauthorized");
  return caller;
}

/** The caller of a route of an organization. Fails when the bearer is of another kind, or its role is not enough. */
export async function admitOrg(
  c: AppContext,
  route: Pick<Route, "scope" | "role">,
  context: AuthenticateContext,
): Promise<OrgCaller> {
  const caller = await authenticateFor(c, route, context);
  if (caller.kind !== "org") throw new PlatformError("unauthorized");
  return admitMember(c, route, caller);
}

function admitMember(c: AppContext, { scope, role }: Pick<Route, "scope" | "role">, caller: OrgCaller): OrgCaller {
  if (scope === "user") throw new PlatformError("unauthorized");
  if (caller.tag === "public") requireAllowedOrigin(caller, c.req.header("origin"));
  else if (!roleAtLeast(caller.role, role)) throw new PlatformError("forbidden", { role: caller.role, needed: role });
  return caller;
}

async function authenticateFor(
  c: AppContext,
  { scope }: Pick<Route, "scope">,
  { authenticate, attempts, config }: AuthenticateContext,
): Promise<Caller> {
  const bearer = readBearer(c);
  const caller = await authenticate(bearer).catch(async (error) => {
    // A correct token from the same address is not delayed by wrong ones: it is never counted.
    if (isApiToken(bearer)) await attempts.take([{ limit: "wrongTokenByAddress", of: visitorNetwork(clientAddress(c, config)) }]);
    throw error;
  });
  if (caller.kind === "org" && caller.tag === "public" && scope !== "public") throw new PlatformError("token-public");
  return caller;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A malformed id is treated as an unknown id. Ids are stored in lower case. */
function readParams(c: AppContext, route: Route): Record<string, string> {
  const params = Object.entries(c.req.param()).map(([name, value]) => {
    const schema = route.params?.[name];
    if (schema?.safeParse(value).success) return [name, value];
    if (!schema && UUID.test(value)) return [name, value.toLowerCase()];
    // A path of only parameters is treated like a path without a route.
    throw route.path.startsWith("/{") ? noRoute(c) : new PlatformError("not-found", { what: resourceName(route) });
  });
  return Object.fromEntries(params);
}

/** `/phone-number/{id}` → `Phone number`. Under `/eval`, the first segment says nothing. */
function resourceName({ method, path }: Route): string {
  const address = `${method} ${path}`;
  const isOf = ({ addresses }: Noun) => Object.values(addresses).some((each) => each.replace(/ own$/, "") === address);
  const label = path.startsWith("/eval/") ? NOUNS.find(isOf)?.label : undefined;
  const name = label ?? path.slice(1).split("/", 1).join("").replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A parameter that is given once is a string, one that is repeated a list. */
function readQuery(c: AppContext, route: Route): unknown {
  if (!route.query) return undefined;
  const given = Object.entries(c.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  const query = parseWhole(route.query, Object.fromEntries(given), { whole: "query" });
  requireStorable(query);
  return query;
}

/** Longer values are cut in the error message. */
const SHOWN_CHARACTERS = 200;

/**
 * Is the page that sends a public token one of its allowed ones? `origin` is the request's header, which a page cannot forge; a
 * program can, so this keeps other sites from using the token, and the limits keep the rest. Fails with `token-origin-refused` or
 * `token-origin-missing`.
 */
function requireAllowedOrigin(caller: Pick<OrgCaller, "tag" | "apiToken">, origin: string | undefined): void {
  const allowed = caller.tag === "public" ? caller.apiToken?.restrictions.allowedOrigins : undefined;
  if (allowed === undefined || (origin !== undefined && allowed.includes(origin))) return;
  if (origin === undefined) throw new PlatformError("token-origin-missing");
  throw new PlatformError("token-origin-refused", { origin: origin.slice(0, SHOWN_CHARACTERS) });
}
