import { createHash } from "node:crypto";
import type { BetterAuthOptions, DBAdapter, Where } from "better-auth";
import { getAuthoritativeSessionFromCtx } from "better-auth/api";
import { after, authHooks, before } from "./auth-hooks.ts";
import { type AuthRequest, authRequest } from "./auth-request.ts";

/**
 * Tokens of sessions are stored as hashes. A hash names a session where the API lists sessions or ends one, and signs nobody in: a request
 * may name only sessions that it has listed, and a session is listed only in another session of the same person.
 *
 * ```
 *   token ── sign-in, device login: answered once ──▶ cookie, or bearer of a device
 *     └ hash ──▶ database, get-session, list-sessions, revoke-session
 * ```
 */
const hash = (token: string) => createHash("sha256").update(token).digest("hex");

/** By request: the hashes of tokens that it sent or created, and the hashes that it has listed. */
const known = new WeakMap<AuthRequest, Map<string, string>>();

function knownHere(): Map<string, string> {
  const request = authRequest.getStore();
  const tokens = (request && known.get(request)) ?? new Map<string, string>();
  if (request) known.set(request, tokens);
  return tokens;
}

/** The stored form of a token, or of a hash that this request has listed. */
function storedToken(token: string): string {
  const tokens = knownHere();
  if (tokens.has(token)) return token;
  const stored = hash(token);
  tokens.set(stored, token);
  return stored;
}

type MakeAdapter = (options: BetterAuthOptions) => DBAdapter<BetterAuthOptions>;
type Row = Record<string, unknown>;

/** An adapter whose database has hashes in the place of the sessions' tokens. The library sees tokens as far as the request brought them. */
export function withHashedSessions(makeAdapter: MakeAdapter): MakeAdapter {
  return (options) => {
    const inner = makeAdapter(options);
    const adapter: DBAdapter<BetterAuthOptions> = {
      ...inner,
      create: async (request) =>
        opened(request.model, await inner.create({ ...request, data: hashedData(request.model, request.data) })),
      findOne: async (request) => opened(request.model, await inner.findOne(hashedWhere(request))),
      findMany: async (request) => listed(request.model, await inner.findMany(hashedWhere(request))) as never,
      count: (request) => inner.count(hashedWhere(request)),
      update: async (request) => opened(request.model, await inner.update(hashedWhere(request))),
      updateMany: (request) => inner.updateMany(hashedWhere(request)),
      delete: (request) => inner.delete(hashedWhere(request)),
      deleteMany: (request) => inner.deleteMany(hashedWhere(request)),
      consumeOne: async (request) => opened(request.model, await inner.consumeOne(hashedWhere(request))),
      transaction: (run) => run(adapter),
    };
    return adapter;
  };
}

const hashEach = (value: Where["value"]): Where["value"] =>
  Array.isArray(value)
    ? (value.map((each) => storedToken(String(each))) as string[])
    : typeof value === "string"
      ? storedToken(value)
      : value;

function hashedWhere<Request extends { model: string; where?: Where[] | undefined }>(request: Request): Request {
  if (request.model !== "session") return request;
  const where = request.where?.map((each) => (each.field === "token" ? { ...each, value: hashEach(each.value) } : each));
  return { ...request, where };
}

function hashedData<Data extends Row>(model: string, data: Data): Data {
  return model === "session" && typeof data.token === "string" ? { ...data, token: storedToken(data.token) } : data;
}

function opened<Answer>(model: string, row: Answer): Answer {
  const stored = model === "session" ? (row as Row | null)?.token : undefined;
  return typeof stored === "string" ? { ...row, token: knownHere().get(stored) ?? stored } : row;
}

function listed(model: string, rows: Row[]): Row[] {
  const tokens = knownHere();
  for (const { token } of rows)
    if (model === "session" && typeof token === "string" && !tokens.has(token)) tokens.set(token, token);
  return rows.map((row) => opened(model, row));
}

/** Answers name sessions by their hashes, and a session is ended by its hash. */
export const sessionTokens = () =>
  authHooks(
    "session-tokens",
    before("/revoke-session", async (ctx) => {
      const own = await getAuthoritativeSessionFromCtx(ctx);
      if (!own) return;
      await ctx.context.internalAdapter.listSessions(own.user.id);
      // The library clears the cookie only if it gets the token of the request's own session.
      if (ctx.body?.token === storedToken(own.session.token))
        return { context: { body: { ...ctx.body, token: own.session.token } } };
    }),
    after(/^/, async (ctx) => {
      const answer: unknown = ctx.context.returned;
      const shown = withoutTokens(answer);
      if (shown !== answer) return ctx.json(shown as Record<string, unknown>);
    }),
  );

/** A session has fields of its own. The answer to a sign-in has the token beside the person. */
function withoutTokens(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.some(isSession) ? answer.map(withoutTokens) : answer;
  if (isSession(answer)) return { ...answer, token: storedToken(answer.token) };
  if (typeof answer !== "object" || answer === null || !("session" in answer) || !isSession(answer.session)) return answer;
  return { ...answer, session: withoutTokens(answer.session) };
}

function isSession(value: unknown): value is { token: string } {
  return typeof value === "object" && value !== null && "token" in value && typeof value.token === "string" && "userId" in value;
}
