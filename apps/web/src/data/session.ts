import { type ClientOptions, createClient, type TokenRequest } from "@callwright/client";
import { type Org, TOKEN_REFRESH_LEEWAY_SECONDS } from "@callwright/contract";
import type { AuthApi, SessionUser, SignInFields, SignUpFields } from "./auth-api.ts";
import { createListeners } from "./listeners.ts";

/**
 * ```
 *  unknown ──restore: a cookie──▶ signed-in ──sign out, or the server ends the session──▶ signed-out
 *     └─────restore: no cookie────────────────────────────────────────────────────────────▶ signed-out
 *  signed-out ──sign in, sign up──▶ signed-in ──choose organization──▶ signed-in
 * ```
 */
export type SessionState =
  | { kind: "unknown" }
  /** `expired`: the server ended the session; the user did not. */
  | { kind: "signed-out"; expired: boolean }
  | { kind: "signed-in"; user: SessionUser; orgs: readonly Org[]; org: Org };

export type SignedIn = Extract<SessionState, { kind: "signed-in" }>;

/** The owner of the shown data: a user in an organization. */
export function ownerOf(state: SessionState): string | undefined {
  return state.kind === "signed-in" ? `${state.user.id} ${state.org.id}` : undefined;
}

/** Thrown when a token is requested after the session ended. */
export class SignedOutError extends Error {
  constructor() {
    super("You are signed out. Sign in again.");
    this.name = "SignedOutError";
  }
}

export interface SessionOptions {
  /** Origin of the server. */
  baseUrl: string;
  authApi: Omit<AuthApi, "call">;
  fetch: typeof fetch;
  nowMs: () => number;
  /** Remembers the organization between visits. */
  storage: Pick<Storage, "getItem" | "setItem">;
}

const ORG_KEY = "callwright-org";

export type Session = ReturnType<typeof createSession>;

/** Cookie → user token → organization → organization token. The client always sends a valid one. */
export function createSession(options: SessionOptions) {
  let state: SessionState = { kind: "unknown" };
  const { subscribe, tell } = createListeners();
  const become = (next: SessionState) => {
    state = next;
    tell();
  };

  const leave = (expired: boolean) => {
    orgToken = undefined;
    become({ kind: "signed-out", expired });
  };

  const makeUserToken = () =>
    createTokenCache(async () => {
      const token = await options.authApi.userToken();
      if (token !== undefined) return token;
      leave(true);
      throw new SignedOutError();
    }, options.nowMs);
  let userToken = makeUserToken();
  const userClient = createClient({ baseUrl: options.baseUrl, fetch: options.fetch, token: (request) => userToken(request) });

  const makeOrgToken = (orgId: string) =>
    createTokenCache(async () => (await userClient.orgs.getAuth({ id: orgId })).token, options.nowMs);
  let orgToken: ReturnType<typeof makeOrgToken> | undefined;

  const enterOrg = (user: SessionUser, orgs: readonly Org[], org: Org) => {
    orgToken = makeOrgToken(org.id);
    options.storage.setItem(ORG_KEY, org.id);
    become({ kind: "signed-in", user, orgs, org });
  };

  const enter = async (user: SessionUser) => {
    userToken = makeUserToken();
    const orgs = await userClient.orgs.list();
    const remembered = options.storage.getItem(ORG_KEY);
    const org = orgs.find((each) => each.id === remembered) ?? orgs[0];
    if (!org) throw new Error("The server listed no organization.");
    enterOrg(user, orgs, org);
  };

  const reloadOrgs = async (wantedId?: string) => {
    const orgs = await userClient.orgs.list();
    if (state.kind !== "signed-in") return;
    const { user, org: before } = state;
    const org = orgs.find(({ id }) => id === (wantedId ?? before.id)) ?? orgs[0];
    if (!org) throw new Error("The server listed no organization.");
    if (org.id === before.id) become({ ...state, orgs, org });
    else enterOrg(user, orgs, org);
  };

  let restoring: Promise<SessionState> | undefined;
  const findOut = async () => {
    try {
      const user = await options.authApi.sessionUser();
      if (user) await enter(user);
      else become({ kind: "signed-out", expired: false });
      return state;
    } finally {
      restoring = undefined;
    }
  };

  const token = (request: TokenRequest): Promise<string> => {
    if (!orgToken) throw new SignedOutError();
    return orgToken(request);
  };
  const access: ClientOptions = { baseUrl: options.baseUrl, fetch: options.fetch, token };

  return {
    state: () => state,
    subscribe,
    /** Restores the session from the cookie; asks the server only once. */
    restore: () => {
      if (state.kind !== "unknown") return Promise.resolve(state);
      restoring ??= findOut();
      return restoring;
    },
    /** False if the email address must be verified before the first sign-in. */
    signUp: async (fields: SignUpFields) => {
      const user = await options.authApi.signUp(fields);
      if (user) await enter(user);
      return user !== undefined;
    },
    signIn: async (fields: SignInFields) => enter(await options.authApi.signIn(fields)),
    signOut: async () => {
      await options.authApi.signOut();
      leave(false);
    },
    /** Refetches the user: name, email or verification may have changed, here or in another tab. */
    reloadUser: async () => {
      const user = await options.authApi.sessionUser({ isFresh: true });
      if (!user) leave(state.kind === "signed-in");
      else if (state.kind === "signed-in" && state.user.id === user.id) become({ ...state, user });
      else await enter(user);
    },
    chooseOrg: (orgId: string) => {
      if (state.kind !== "signed-in") return;
      const org = state.orgs.find((each) => each.id === orgId);
      if (org && org.id !== state.org.id) enterOrg(state.user, state.orgs, org);
    },
    /** Refetches the organizations. If the current one is gone, another one is entered. */
    reloadOrgs: () => reloadOrgs(),
    /** Creates an organization and enters it. */
    createOrg: async (name: string) => {
      const { id } = await userClient.orgs.create({ body: { name } });
      await reloadOrgs(id);
    },
    /** Organizations that `restoreOrg` can restore, the last deleted first. */
    listDeletedOrgs: (signal?: AbortSignal) => userClient.orgs.listDeleted(signal ? { signal } : {}),
    /** Restores a deleted organization and enters it. */
    restoreOrg: async (orgId: string) => {
      await userClient.orgs.restore({ id: orgId });
      await reloadOrgs(orgId);
    },
    /** Accepts the invitation and enters the organization. */
    acceptInvitation: async (invitationId: string, secret: string | undefined) => {
      const body = secret === undefined ? {} : { secret };
      const { id } = await userClient.invitations.accept({ id: invitationId, body });
      await reloadOrgs(id);
    },
    /** The API client of another organization of the user. */
    clientOf: (orgId: string) => createClient({ ...access, token: makeOrgToken(orgId) }),
    /** The API client of the current organization. */
    client: createClient(access),
    /** Options of the client, for its streams and downloads, which only a few screens load. */
    access,
    /** A valid token of the current organization, for requests outside the client: starting a web call. */
    token: async () => token({ rejected: undefined }),
  };
}

/** Keeps one token until shortly before it expires. Callers at the same moment share one fetch. */
export function createTokenCache(fetchToken: () => Promise<string>, nowMs: () => number) {
  let held: { token: string; staleAtMs: number } | undefined;
  let fetching: Promise<string> | undefined;

  const renew = async () => {
    try {
      const token = await fetchToken();
      held = { token, staleAtMs: nowMs() + tokenLifetimeMs(token) - TOKEN_REFRESH_LEEWAY_SECONDS * 1000 };
      return token;
    } finally {
      fetching = undefined;
    }
  };

  return (request: TokenRequest): Promise<string> => {
    if (held && held.token !== request.rejected && nowMs() < held.staleAtMs) return Promise.resolve(held.token);
    fetching ??= renew();
    return fetching;
  };
}

/**
 * How long a signed token lives from the moment it is received. Taken from the token's own two times, so that a wrong
 * clock in the browser does not matter. Infinity for a token without times: the server's refusal then renews it.
 */
export function tokenLifetimeMs(token: string): number {
  try {
    const payload: unknown = JSON.parse(atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")));
    const { iat, exp } = payload as { iat?: number; exp?: number };
    return typeof iat === "number" && typeof exp === "number" ? (exp - iat) * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
