import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseUrl } from "@callwright/contract";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** The person who signs in, as the server describes them. */
export interface OidcPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

/**
 * An OpenID Connect provider on loopback: discovery, authorization code flow with PKCE (S256), nonces, a token endpoint with client
 * authentication, key set and userinfo. It asks for no password: `person` is who sits at the browser.
 */
export interface OidcServer {
  issuer: string;
  client: { clientId: string; clientSecret: string };
  person: OidcPerson;
  /** Set: the next authorization is refused with this error. */
  refusal: string | undefined;
  /** Everything that must never be found in a log: codes and tokens. */
  secrets: string[];
  /** An id token of `person` for the client, as an app on a phone would send it. */
  idToken(provider: "oidc" | "microsoft"): Promise<string>;
  close(): Promise<void>;
}

interface Grant {
  person: OidcPerson;
  redirectUri: string;
  challenge: string;
  nonce: string | null;
}

const CLIENT = { clientId: "callwright-test", clientSecret: "secret of the test client" };
const TENANT = "11111111-2222-4333-8444-555555555555";
/** The algorithm of the key, which the token also names. */
const ALGORITHM = "RS256";

export async function startOidcServer({ port = 0 } = {}): Promise<OidcServer> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const jwk = { ...(await exportJWK(publicKey)), kid: "test-key", alg: ALGORITHM, use: "sig" };
  const codes = new Map<string, Grant>();
  const accessTokens = new Map<string, OidcPerson>();

  const signIdToken = (person: OidcPerson, nonce: string | null, claims: object = {}) =>
    new SignJWT({ iss: oidc.issuer, ...person, ...(nonce === null ? {} : { nonce }), ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid })
      .setAudience(CLIENT.clientId)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);

  const microsoftClaims = () => ({ tid: TENANT, oid: oidc.person.sub, iss: `${oidc.issuer}/${TENANT}/v2.0` });

  function authorize(url: URL, response: ServerResponse): void {
    const asked = (name: string) => url.searchParams.get(name);
    const redirectUri = asked("redirect_uri") ?? "";
    const isKnown = asked("client_id") === CLIENT.clientId && parseUrl(redirectUri) !== undefined;
    // An unknown client may not redirect anybody (RFC 6749, 4.1.2.1).
    if (!isKnown) {
      json(response, 400, { error: "invalid_request" });
      return;
    }
    const back = new URL(redirectUri);
    back.searchParams.set("state", asked("state") ?? "");
    const isValid = asked("response_type") === "code" && asked("code_challenge_method") === "S256" && asked("code_challenge");
    const error = oidc.refusal ?? (isValid ? undefined : "invalid_request");
    if (error) back.searchParams.set("error", error);
    else {
      const code = keep(randomUUID());
      const challenge = asked("code_challenge") ?? "";
      codes.set(code, { person: { ...oidc.person }, redirectUri, challenge, nonce: asked("nonce") });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse, claims: object): Promise<void> {
    const form = new URLSearchParams(await textOf(request));
    if (!isClient(request, form)) return json(response, 401, { error: "invalid_client" });
    const code = form.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isGranted = grant?.redirectUri === form.get("redirect_uri") && grant.challenge === challenge;
    if (!grant || !isGranted) return json(response, 400, { error: "invalid_grant" });
    const accessToken = keep(`access-${randomUUID()}`);
    accessTokens.set(accessToken, grant.person);
    json(response, 200, {
      token_type: "Bearer",
      expires_in: 3600,
      scope: "openid profile email",
      access_token: accessToken,
      refresh_token: keep(`refresh-${randomUUID()}`),
      id_token: keep(await signIdToken(grant.person, grant.nonce, claims)),
    });
  }

  const keep = (secret: string) => {
    oidc.secrets.push(secret);
    return secret;
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", oidc.issuer);
    const answer = async () => {
      switch (url.pathname) {
        case "/.well-known/openid-configuration":
          return json(response, 200, discovery(oidc.issuer));
        case "/authorize":
          return authorize(url, response);
        case "/token":
          return exchange(request, response, {});
        // The same flow at the addresses of a Microsoft cloud, with the further claims of its tokens.
        case `/${TENANT}/oauth2/v2.0/authorize`:
          return authorize(url, response);
        case `/${TENANT}/oauth2/v2.0/token`:
          return exchange(request, response, microsoftClaims());
        case "/jwks":
        case `/${TENANT}/discovery/v2.0/keys`:
          return json(response, 200, { keys: [jwk] });
        case "/userinfo": {
          const person = accessTokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
          return person ? json(response, 200, person) : json(response, 401, { error: "invalid_token" });
        }
        default:
          return json(response, 404, { error: "not_found" });
      }
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc: OidcServer = {
    issuer,
    client: CLIENT,
    person: { sub: "nobody" },
    refusal: undefined,
    secrets: [CLIENT.clientSecret],
    idToken: (provider) => signIdToken(oidc.person, null, provider === "microsoft" ? microsoftClaims() : {}),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return oidc;
}

/** How a server is configured for it, as OpenID Connect and as Microsoft's cloud. */
export const oidcSettings = ({ issuer, client }: OidcServer) => ({
  google: undefined,
  github: { clientId: "github-client", clientSecret: "github-secret" },
  microsoft: { ...client, tenantId: TENANT, authority: issuer },
  oidc: { issuer, ...client, name: "Test identity", scopes: ["openid", "profile", "email"] },
});

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: [ALGORITHM],
  code_challenge_methods_supported: ["S256"],
});

/** Checks HTTP basic or the form's fields (RFC 6749, 2.3.1). */
function isClient(request: IncomingMessage, form: URLSearchParams): boolean {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, "base64")
        .toString()
        .split(":")
        .map((part) => decodeURIComponent(part.replaceAll("+", " ")))
    : [form.get("client_id"), form.get("client_secret")];
  return id === CLIENT.clientId && secret === CLIENT.clientSecret;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
