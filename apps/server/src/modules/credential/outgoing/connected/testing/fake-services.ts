import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Google (sign-in, Calendar, Sheets), Slack, GoHighLevel and Make in memory, as far as credentials and tools use them. By the public
 * documentation of November 2026: developers.google.com/identity/protocols/oauth2/web-server, developers.google.com/workspace/calendar/api/v3/reference,
 * developers.google.com/workspace/sheets/api/reference/rest, docs.slack.dev/reference/methods, marketplace.gohighlevel.com/docs (API 2.0) and
 * developers.make.com/api-documentation. The origins of `FAKED_ORIGINS` are all served at one address.
 */
export const FAKED_ORIGINS = [
  "https://accounts.google.com",
  "https://oauth2.googleapis.com",
  "https://openidconnect.googleapis.com",
  "https://www.googleapis.com",
  "https://sheets.googleapis.com",
  "https://slack.com",
  "https://marketplace.gohighlevel.com",
  "https://services.leadconnectorhq.com",
  "https://eu1.make.com",
] as const;

export const FAKE_CLIENT = { clientId: "client-1", clientSecret: "client-secret-1" };
export const FAKE_API_KEY = "api-key-0123456789";
export const FAKE_LOCATION = "location-1";

export interface SeenRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** A form or JSON. */
  body: Record<string, unknown>;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** A text, or JSON. */
  body: string | object;
}

interface Grant {
  redirectUri: string;
  challenge: string | undefined;
  scope: string;
}

export interface FakeServices {
  url: string;
  /** For the configuration of a server. */
  serviceOrigins: Map<string, string>;
  seen: SeenRequest[];
  /** Tokens that are accepted now. */
  accessTokens: Set<string>;
  refreshTokens: Set<string>;
  revoked: string[];
  /** Each is the answer to the next request of an API; not of a sign-in. */
  failWith: { status: number; headers?: Record<string, string>; body?: object; afterMs?: number }[];
  /** The same for the next token request. */
  failTokenWith: { status: number; body: object }[];
  /** Permissions that a person declines at Google. */
  withheldScopes: string[];
  events: Record<string, unknown>[];
  busy: { start: string; end: string }[];
  rows: { range: string; values: unknown[] }[];
  messages: { channel: string; text: string }[];
  contacts: Record<string, unknown>[];
  started: string[];
  /** Default 3599, as at Google. */
  lifetimeSeconds: number;
  close(): Promise<void>;
}

export async function startFakeServices(): Promise<FakeServices> {
  const grants = new Map<string, Grant>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const at = new URL(request.url ?? "/", "http://fake");
    const { method = "GET", headers } = request;
    const body = readBody(Buffer.concat(chunks).toString(), headers["content-type"]);
    const seen = { method, path: at.pathname, query: Object.fromEntries(at.searchParams), headers, body };
    fake.seen.push(seen);
    const { status, headers: own = {}, body: answered } = await answer(seen);
    const isText = typeof answered === "string";
    response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...own });
    response.end(isText ? answered : JSON.stringify(answered));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeServices = {
    url,
    serviceOrigins: new Map(FAKED_ORIGINS.map((origin) => [origin, url])),
    seen: [],
    accessTokens: new Set(),
    refreshTokens: new Set(),
    revoked: [],
    failWith: [],
    failTokenWith: [],
    withheldScopes: [],
    events: [],
    busy: [],
    rows: [],
    messages: [],
    contacts: [],
    started: [],
    lifetimeSeconds: 3599,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  async function answer(request: SeenRequest): Promise<Reply> {
    const { path } = request;
    if (AUTHORIZE_PATHS.has(path)) return authorize(request);
    if (TOKEN_PATHS.has(path)) return giveTokens(request);
    if (path === "/revoke") return revoke(String(request.body.token));
    const failure = fake.failWith.shift();
    if (failure?.afterMs !== undefined) await new Promise((waited) => setTimeout(waited, failure.afterMs));
    if (failure) return { status: failure.status, headers: failure.headers ?? {}, body: failure.body ?? {} };
    const token = request.headers.authorization?.replace(/^(Bearer|Token) /, "") ?? "";
    const isKnown = fake.accessTokens.has(token) || token === FAKE_API_KEY || path.startsWith("/hook-target/");
    if (!isKnown) return refuseToken(path);
    if (path === "/api/auth.revoke") return revoke(token);
    return api(fake, request);
  }

  /** The person allows it at once, except for `withheldScopes`. */
  function authorize({ path, query }: SeenRequest): Reply {
    const { client_id: clientId, redirect_uri: redirectUri, scope = "", state = "", code_challenge: challenge } = query;
    if (clientId !== FAKE_CLIENT.clientId || !redirectUri) return json(400, { error: "invalid_client" });
    const code = randomBytes(16).toString("hex");
    const given = scope.split(/[ ,]/).filter((each) => !fake.withheldScopes.includes(each));
    grants.set(code, { redirectUri, challenge, scope: given.join(path.startsWith("/oauth/v2") ? "," : " ") });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", state);
    return { status: 302, headers: { location: back.href }, body: "" };
  }

  function giveTokens({ path, body }: SeenRequest): Reply {
    const isSlack = path === "/api/oauth.v2.access";
    const refuse = (error: string) =>
      isSlack ? json(200, { ok: false, error }) : json(400, { error, error_description: "Bad Request" });
    const failure = fake.failTokenWith.shift();
    if (failure) return json(failure.status, failure.body);
    if (body.client_id !== FAKE_CLIENT.clientId || body.client_secret !== FAKE_CLIENT.clientSecret)
      return refuse("invalid_client");
    const scope = body.grant_type === "refresh_token" ? refreshed(String(body.refresh_token)) : exchanged(body);
    if (scope === undefined) return refuse(isSlack ? "invalid_code" : "invalid_grant");
    const [accessToken, refreshToken] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
    fake.accessTokens.add(accessToken);
    // Google keeps its refresh token; GoHighLevel returns a new one each time. Without token rotation, Slack returns none.
    const isRotated = body.grant_type !== "refresh_token" || path === "/oauth/token";
    if (!isSlack && isRotated) fake.refreshTokens.add(refreshToken);
    const tokens = { access_token: accessToken, scope };
    if (isSlack)
      return json(200, { ok: true, ...tokens, token_type: "bot", team: { id: "T1", name: "Acme" }, bot_user_id: "U1" });
    const more = path === "/oauth/token" ? { userType: "Location", locationId: FAKE_LOCATION, companyId: "c", userId: "u" } : {};
    return json(200, {
      ...tokens,
      token_type: "Bearer",
      expires_in: fake.lifetimeSeconds,
      ...(isRotated && { refresh_token: refreshToken }),
      ...more,
    });
  }

  function exchanged({ code, redirect_uri: redirectUri, code_verifier: verifier }: Record<string, unknown>): string | undefined {
    const grant = grants.get(String(code));
    grants.delete(String(code));
    if (!grant || grant.redirectUri !== redirectUri) return undefined;
    const challenge = createHash("sha256").update(String(verifier)).digest("base64url");
    return grant.challenge === undefined || grant.challenge === challenge ? grant.scope : undefined;
  }

  function refreshed(token: string): string | undefined {
    return fake.refreshTokens.has(token) ? "" : undefined;
  }

  function revoke(token: string): Reply {
    fake.revoked.push(token);
    fake.refreshTokens.delete(token);
    fake.accessTokens.clear();
    return json(200, { ok: true, revoked: true });
  }

  return fake;
}

const AUTHORIZE_PATHS = new Set(["/o/oauth2/v2/auth", "/oauth/v2/authorize", "/oauth/chooselocation"]);
const TOKEN_PATHS = new Set(["/token", "/api/oauth.v2.access", "/oauth/token"]);

function refuseToken(path: string): Reply {
  if (path.startsWith("/api/chat.")) return json(200, { ok: false, error: "invalid_auth" });
  if (/^\/(calendar|v1|v4)\//.test(path))
    return json(401, { error: { code: 401, message: "Invalid Credentials", errors: [{ reason: "authError" }] } });
  return json(401, { statusCode: 401, message: "Invalid JWT" });
}

function api(fake: FakeServices, { method, path, query, body }: SeenRequest): Reply {
  const at = (pattern: RegExp) => pattern.exec(path)?.slice(1).map(decodeURIComponent);
  const [calendar] = at(/^\/calendar\/v3\/calendars\/([^/]+)\/events$/) ?? [];
  const [sheet, range] = at(/^\/v4\/spreadsheets\/([^/]+)\/values\/([^/]+):append$/) ?? [];
  const [slotsOf] = at(/^\/calendars\/([^/]+)\/free-slots$/) ?? [];
  const [workflowContact, workflow] = at(/^\/contacts\/([^/]+)\/workflow\/([^/]+)$/) ?? [];
  const [contact] = at(/^\/contacts\/([^/]+)$/) ?? [];
  const [run] = at(/^\/api\/v2\/scenarios\/(\d+)\/run$/) ?? [];
  const [hook] = at(/^\/api\/v2\/hooks\/(\d+)$/) ?? [];
  if (path === "/v1/userinfo") return json(200, { sub: "google-1", email: "anna@example.com", email_verified: true });
  if (calendar !== undefined) return insertEvent(fake, calendar, body);
  if (path === "/calendar/v3/freeBusy") return freeBusy(fake, body);
  if (sheet !== undefined) return appendRow(fake, sheet, range ?? "", body);
  if (path === "/api/chat.postMessage") return postMessage(fake, body);
  if (slotsOf !== undefined) {
    const start = Number(query.startDate);
    const slots = [0, 30, 60].map((minutes) => new Date(start + minutes * 60_000).toISOString());
    return json(200, { [slots[0]?.slice(0, 10) ?? ""]: { slots }, traceId: "t" });
  }
  if (path === "/calendars/events/appointments") {
    if (!body.calendarId || !body.locationId || !body.contactId || !body.startTime)
      return json(422, { statusCode: 422, message: ["calendarId must be a string"], error: "Unprocessable Entity" });
    fake.events.push(body);
    return json(201, { id: "appointment-1", ...body });
  }
  if (workflow !== undefined) {
    fake.started.push(`${workflowContact} ${workflow}`);
    return json(200, { succeded: true });
  }
  if (path === "/contacts/" && method === "POST") return createContact(fake, body);
  if (path === "/contacts/search/duplicate") {
    const found = fake.contacts.find(
      ({ email, phone }) => (query.email && email === query.email) || (query.number && phone === query.number),
    );
    return json(200, { contact: found ?? null });
  }
  if (contact !== undefined) {
    const found = fake.contacts.find(({ id }) => id === contact);
    return found ? json(200, { contact: found }) : json(400, { statusCode: 400, message: "Contact not found" });
  }
  if (path === "/workflows/")
    return json(200, {
      workflows: [{ id: "workflow-1", name: "Follow up", status: "published", locationId: query.locationId }],
    });
  if (path === `/locations/${FAKE_LOCATION}`) return json(200, { location: { id: FAKE_LOCATION, name: "Acme Berlin" } });
  if (path === "/locations/search") return json(200, { locations: [{ id: FAKE_LOCATION, name: "Acme Berlin" }] });
  if (path === "/api/v2/scenarios") return json(200, { scenarios: [{ id: 1, name: "Order", teamId: Number(query.teamId) }] });
  if (path === "/api/v2/hooks")
    return json(200, {
      hooks: [
        { id: 7, name: "Order hook", scenarioId: 1 },
        { id: 8, name: "Other", scenarioId: 2 },
      ],
    });
  if (hook !== undefined) return json(200, { hook: { id: Number(hook), url: `${fake.url}/hook-target/${hook}` } });
  if (path.startsWith("/hook-target/")) {
    fake.started.push(JSON.stringify(body));
    return { status: 200, body: "Accepted" };
  }
  if (run !== undefined) {
    fake.started.push(`scenario ${run} ${JSON.stringify(body.data)}`);
    return json(200, { executionId: "e1", status: "1", outputs: { order: "A-7" } });
  }
  return json(404, { error: { code: 404, message: "Not Found", errors: [{ reason: "notFound" }] } });
}

function insertEvent(fake: FakeServices, calendar: string, body: Record<string, unknown>): Reply {
  const google = (status: number, reason: string, message: string) =>
    json(status, { error: { code: status, message, errors: [{ domain: "global", reason, message }] } });
  if (calendar !== "primary") return google(404, "notFound", "Not Found");
  if (!/^[a-v\d]{5,1024}$/.test(String(body.id))) return google(400, "invalid", "Invalid resource id value.");
  if (fake.events.some(({ id }) => id === body.id)) return google(409, "duplicate", "The requested identifier already exists.");
  fake.events.push(body);
  return json(200, {
    kind: "calendar#event",
    status: "confirmed",
    htmlLink: "https://calendar.google.com/event?eid=1",
    ...body,
  });
}

function freeBusy(fake: FakeServices, { items, timeMin, timeMax }: Record<string, unknown>): Reply {
  const [{ id = "" } = {}] = (items ?? []) as { id?: string }[];
  const found = id === "primary" ? { busy: fake.busy } : { errors: [{ domain: "global", reason: "notFound" }], busy: [] };
  return json(200, { kind: "calendar#freeBusy", timeMin, timeMax, calendars: { [id]: found } });
}

function appendRow(fake: FakeServices, sheet: string, range: string, body: Record<string, unknown>): Reply {
  if (sheet !== "sheet-1")
    return json(404, { error: { code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" } });
  const [values = []] = (body.values ?? []) as unknown[][];
  fake.rows.push({ range, values });
  const updatedRange = `Sheet1!A${fake.rows.length}:${String.fromCharCode(64 + values.length)}${fake.rows.length}`;
  return json(200, { spreadsheetId: sheet, updates: { updatedRange, updatedRows: 1 } });
}

function postMessage(fake: FakeServices, body: Record<string, unknown>): Reply {
  if (body.channel !== "#support") return json(200, { ok: false, error: "channel_not_found" });
  fake.messages.push({ channel: String(body.channel), text: String(body.text) });
  return json(200, { ok: true, channel: "C1", ts: "1503435956.000247" });
}

function createContact(fake: FakeServices, body: Record<string, unknown>): Reply {
  const known = fake.contacts.find(({ email }) => email !== undefined && email === body.email);
  if (known)
    return json(400, {
      statusCode: 400,
      message: "This location does not allow duplicated contacts.",
      meta: { contactId: known.id, matchingField: "email" },
    });
  const contact = { id: `contact-${fake.contacts.length + 1}`, ...body };
  fake.contacts.push(contact);
  return json(201, { contact });
}

const json = (status: number, body: object): Reply => ({ status, body });

function readBody(text: string, type = ""): Record<string, unknown> {
  if (text === "") return {};
  return type.startsWith("application/json") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}
