import { createHash } from "node:crypto";
import { PlatformError } from "@callwright/contract";
import { getCookie, setCookie } from "hono/cookie";
import { findMemberRole } from "../../platform/auth/stores/memberships.ts";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import type { App, AppContext } from "../../platform/http/app.ts";
import { requestOrigin } from "../../platform/http/client-address.ts";
import { isTrustedOrigin, requireOwnPage } from "../../platform/http/cross-origin.ts";
import { type Html, html, htmlPage } from "../../platform/http/html.ts";
import { CONNECT_PATH } from "../../platform/http/own-paths.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { isSameSecret } from "../../platform/secrets/same-secret.ts";
import { ConnectFailure, finishSignIn, missingSetup } from "./connect-account.ts";
import {
  CONNECT_MS,
  type ConnectRequest,
  findConnect,
  hashOf,
  newSecret,
  type PendingSignIn,
  putConnect,
  takeConnect,
} from "./connect-store.ts";
import { CONNECTABLES, CONNECTED_SERVICES, serviceUrl } from "./outgoing/connected/services.ts";

/** The person whose sign-in session a browser's cookies prove. */
export type SignedInUser = (c: AppContext) => Promise<string | undefined>;

const USED: Parameters<typeof connectPage>[0] = {
  title: "This link is no longer good",
  says: ["It was used, or it is older than 15 minutes. Begin again under Settings, Credentials."],
};

/**
 * The pages on which an admin connects an account of another service.
 *
 * ```
 *   POST /credential/session ─ token ─▶ /oauth/connect ─▶ /oauth/start ─ state, PKCE, cookie ─▶ the service ─ code ─▶ /oauth/callback/<service>
 * ```
 *
 * Token and state are single-use and expire after 15 minutes. The state is bound to a cookie of the browser, to the signed-in user, and to the
 * organization of the token. Each step checks that the user is an admin of it. No redirect goes to an address from the request.
 */
export function connectRoutes(app: App, context: ServerContext, signedInUser: SignedInUser): void {
  app.get(`${CONNECT_PATH}/connect`, async (c) => {
    const token = c.req.query("token") ?? "";
    const request = await findConnect(context, "session", token);
    if (!request) return c.html(connectPage(USED), 410);
    const refusal = await refusalOf(c, request);
    if (refusal) return refusal;
    const { name, allows, service } = CONNECTABLES[request.provider];
    const org = await findOrg(context.db, request.orgId);
    const missing = missingSetup(context, request.provider);
    if (missing) return c.html(connectPage({ title: `${name} cannot be connected yet`, says: [missing.message] }), 501);
    return c.html(
      connectPage({
        title: `Connect ${name}`,
        says: [
          `${CONNECTED_SERVICES[service].name} will ask you to sign in and to let this server ${allows}.`,
          `Every assistant of ${org?.name ?? "the organization"} can then use the account in calls and chats. Delete the credential to end that.`,
        ],
        link: {
          href: `${CONNECT_PATH}/start?token=${encodeURIComponent(token)}`,
          text: `Continue to ${CONNECTED_SERVICES[service].name}`,
        },
      }),
    );
  });

  app.get(`${CONNECT_PATH}/start`, async (c) => {
    requireOwnPage(c, context.config);
    const token = c.req.query("token") ?? "";
    const known = await findConnect(context, "session", token);
    const refusal = known && (await refusalOf(c, known));
    if (refusal) return refusal;
    const request = await takeConnect(context, "session", token);
    const startedBy = await signedInUser(c);
    if (!request || startedBy === undefined) return c.html(connectPage(USED), 410);
    const { service: id, scopes } = CONNECTABLES[request.provider];
    const service = CONNECTED_SERVICES[id];
    const client = context.config.connectClients[id];
    if (!client) throw new PlatformError("not-available", { what: service.name, instead: "" });
    const redirectUri = `${ownOrigin(c)}${CONNECT_PATH}/callback/${id}`;
    const [codeVerifier, browserSecret] = [newSecret(), newSecret()];
    const pending = { ...request, startedBy, redirectUri, codeVerifier, browserHash: hashOf(browserSecret) };
    const { token: state } = await putConnect(context, "state", pending);
    setCookie(c, cookieOf(state), browserSecret, {
      path: `${CONNECT_PATH}/callback`,
      httpOnly: true,
      sameSite: "Lax",
      secure: redirectUri.startsWith("https:"),
      maxAge: CONNECT_MS / 1000,
    });
    const url = serviceUrl(context.config, service.authorizeUrl);
    const params = {
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(service.scopeSeparator),
      state,
      ...service.authorizeParams,
      ...(service.hasPkce && { code_challenge: challengeOf(codeVerifier), code_challenge_method: "S256" }),
    };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    return c.redirect(url.href, 303);
  });

  app.get(`${CONNECT_PATH}/callback/:service`, async (c) => {
    const state = c.req.query("state") ?? "";
    const pending = state === "" ? undefined : await takeConnect(context, "state", state);
    if (!pending || !isOfBrowser(c, state, pending)) return c.html(connectPage(USED), 410);
    const { name, service } = CONNECTABLES[pending.provider];
    const refusal = await refusalOf(c, pending);
    if (refusal) return refusal;
    const [code, error] = [c.req.query("code"), c.req.query("error")];
    // Each service has its own callback, so that none can impersonate another (RFC 9700, 4.4).
    if (c.req.param("service") !== service || (await signedInUser(c)) !== pending.startedBy || code === undefined)
      return c.html(connectPage({ title: `${name} was not connected`, says: [reasonOf(error)] }), 400);
    try {
      const { id, connection } = await finishSignIn({ ...context, log: c.get("log")() }, pending, code);
      const account = connection?.account === undefined ? "" : ` as ${connection.account}`;
      return c.html(
        connectPage({
          title: `${name} is connected${account}`,
          says: ["You can close this window. The credential is where you began."],
          link: { href: `/credentials/${id}`, text: "Open the credential" },
        }),
      );
    } catch (failure) {
      if (!(failure instanceof ConnectFailure)) throw failure;
      return c.html(connectPage({ title: `${name} was not connected`, says: [failure.message] }), 502);
    }
  });

  /** Admits only an admin of the organization, and only the person who made the request, if a person did. */
  async function refusalOf(c: AppContext, { orgId, userId }: ConnectRequest) {
    const signedIn = await signedInUser(c);
    if (signedIn === undefined)
      return c.html(
        connectPage({
          title: "Sign in first",
          says: ["Sign in to Callwright in this browser as an admin of the organization. Then open this link again."],
          link: { href: "/sign-in", text: "Sign in" },
        }),
        401,
      );
    const role = await findMemberRole(context.db, orgId, signedIn);
    if (role === "admin" && (userId === null || userId === signedIn)) return undefined;
    return c.html(
      connectPage({
        title: "This link is for somebody else",
        says: ["Only the admin who asked for it can use it. Begin again under Settings, Credentials."],
      }),
      403,
    );
  }

  /** Fails with `origin-not-trusted` for a name that a stranger's page could use to reach this server. */
  function ownOrigin(c: AppContext): string {
    const origin = requestOrigin(c, context.config);
    if (!isTrustedOrigin((name) => (name === "origin" ? origin : c.req.header(name)), context.config))
      throw new PlatformError("origin-not-trusted", { origin });
    return origin;
  }
}

/** One cookie for each sign-in, so that two windows do not disturb each other. */
const cookieOf = (state: string) => `callwright_connect_${hashOf(state).slice(0, 12)}`;

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

function isOfBrowser(c: AppContext, state: string, { browserHash }: PendingSignIn): boolean {
  return isSameSecret(hashOf(getCookie(c, cookieOf(state)) ?? ""), browserHash);
}

function reasonOf(error: string | undefined): string {
  if (error === "access_denied") return "You did not allow it. Nothing was stored.";
  const code = error !== undefined && /^[\w.-]{1,60}$/.test(error) ? ` (${error})` : "";
  return `The service sent no access${code}. Begin again under Settings, Credentials.`;
}

interface ConnectPage {
  title: string;
  /** Paragraphs. */
  says: readonly (string | undefined)[];
  /** The next step. */
  link?: { href: string; text: string };
}

const STYLE = html`body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { box-sizing: border-box; width: min(30rem, 100%); padding: 2rem 1.25rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
a.next { display: inline-block; padding: 0.6rem 1rem; border-radius: 6px; text-decoration: none; background: light-dark(#1a1a1a, #f2f2f2); color: light-dark(#fff, #111); }
a.next:focus-visible { outline: 3px solid light-dark(#2563eb, #93c5fd); outline-offset: 2px; }`;

/** A page of the sign-in at a service. */
function connectPage({ title, says, link }: ConnectPage): Html {
  const main = html`<h1>${title}</h1>
${says.flatMap((paragraph) => (paragraph === undefined ? [] : [html`<p>${paragraph}</p>`]))}
${link && html`<p><a class="next" href="${link.href}">${link.text}</a></p>`}`;
  return htmlPage({ title, style: STYLE, main });
}
