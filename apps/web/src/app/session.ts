import { type Client, type ClientOptions, createClient, type TokenRequest } from "@callwright/client";
import type { DeletedOrg, Org } from "@callwright/contract";
import type { AuthApi, SessionUser, SignInFields, SignUpFields } from "./auth-api.ts";
import { createTokenCache } from "./token-cache.ts";

/**
 * ```
 *  unknown ──restore: a cookie──▶ signed-in ──sign out, or the server ends the session──▶ signed-out
 *     └─────restore: no cookie────────────────────────────────────────────────────────────▶ signed-out
 *  signed-out ──sign in, sign up──▶ signed-in ──choose organisation──▶ signed-in
 * ```
 */
export type SessionState =
  | { kind: "unknown" }
  /** `expired`: the server ended the session; the user did not. */
  | { kind: "signed-out"; expired: boolean }
  | { kind: "signed-in"; user: SessionUser; orgs: readonly Org[]; org: Org };

export type SignedIn = Extract<SessionState, { kind: "signed-in" }>;

/** Thrown to whoever asks for a token after the session ended. */
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
  /** Remembers the organisation between visits. */
  storage: Pick<Storage, "getItem" | "setItem">;
}

export interface Session {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Finds out who is signed in; asks the server only once. */
  restore(): Promise<SessionState>;
  /** False when the address must be verified before anybody is signed in. */
  signUp(fields: SignUpFields): Promise<boolean>;
  signIn(fields: SignInFields): Promise<void>;
  signOut(): Promise<void>;
  /** Reads anew who is signed in: the name, the address or whether it is verified may have changed, here or in another tab. */
  reloadUser(): Promise<void>;
  chooseOrg(orgId: string): void;
  /** Reads the organisations anew: one has another name now, or is gone, and then another one is entered. */
  reloadOrgs(): Promise<void>;
  /** Makes an organisation, and enters it. */
  createOrg(name: string): Promise<void>;
  /** Those that `restoreOrg` would bring back, the last one first. */
  listDeletedOrgs(signal?: AbortSignal): Promise<DeletedOrg[]>;
  /** Brings a deleted organisation back, and enters it. */
  restoreOrg(orgId: string): Promise<void>;
  /** Makes the person a member of the organisation that invited them, and enters it. */
  acceptInvitation(invitationId: string): Promise<void>;
  /** The platform, as another organisation of the person than the chosen one. */
  clientOf(orgId: string): Client;
  /** The platform, as the chosen organisation. */
  client: Client;
  /** What the client is made of, for its streams and downloads, which few screens need. */
  access: ClientOptions;
  /** A valid token of the chosen organisation, for what is not a call of the client: starting a web call. */
  token(): Promise<string>;
}

const ORG_KEY = "callwright-org";

/** Cookie → user token → organisation → organisation token: the client always bears a valid one. */
export function createSession(options: SessionOptions): Session {
  let state: SessionState = { kind: "unknown" };
  const listeners = new Set<() => void>();
  const become = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
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
    createTokenCache(async () => (await userClient.getOrgAuth({ id: orgId })).token, options.nowMs);
  let orgToken: ReturnType<typeof makeOrgToken> | undefined;

  const enterOrg = (user: SessionUser, orgs: readonly Org[], org: Org) => {
    orgToken = makeOrgToken(org.id);
    options.storage.setItem(ORG_KEY, org.id);
    become({ kind: "signed-in", user, orgs, org });
  };

  const enter = async (user: SessionUser) => {
    userToken = makeUserToken();
    const orgs = await userClient.listOrgs();
    const remembered = options.storage.getItem(ORG_KEY);
    const org = orgs.find((each) => each.id === remembered) ?? orgs[0];
    if (!org) throw new Error("The server listed no organisation.");
    enterOrg(user, orgs, org);
  };

  const reloadOrgs = async (wantedId?: string) => {
    const orgs = await userClient.listOrgs();
    if (state.kind !== "signed-in") return;
    const { user, org: before } = state;
    const org = orgs.find(({ id }) => id === (wantedId ?? before.id)) ?? orgs[0];
    if (!org) throw new Error("The server listed no organisation.");
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
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore: () => {
      if (state.kind !== "unknown") return Promise.resolve(state);
      restoring ??= findOut();
      return restoring;
    },
    signUp: async (fields) => {
      const user = await options.authApi.signUp(fields);
      if (user) await enter(user);
      return user !== undefined;
    },
    signIn: async (fields) => enter(await options.authApi.signIn(fields)),
    signOut: async () => {
      await options.authApi.signOut();
      leave(false);
    },
    reloadUser: async () => {
      const user = await options.authApi.sessionUser({ isFresh: true });
      if (!user) leave(state.kind === "signed-in");
      else if (state.kind === "signed-in" && state.user.id === user.id) become({ ...state, user });
      else await enter(user);
    },
    chooseOrg: (orgId) => {
      if (state.kind !== "signed-in") return;
      const org = state.orgs.find((each) => each.id === orgId);
      if (org && org.id !== state.org.id) enterOrg(state.user, state.orgs, org);
    },
    reloadOrgs: () => reloadOrgs(),
    createOrg: async (name) => {
      const { id } = await userClient.createOrg({ body: { name } });
      await reloadOrgs(id);
    },
    listDeletedOrgs: (signal) => userClient.listDeletedOrgs(signal ? { signal } : {}),
    restoreOrg: async (orgId) => {
      await userClient.restoreOrg({ id: orgId });
      await reloadOrgs(orgId);
    },
    acceptInvitation: async (invitationId) => {
      const { id } = await userClient.acceptInvitation({ id: invitationId });
      await reloadOrgs(id);
    },
    clientOf: (orgId) => createClient({ ...access, token: makeOrgToken(orgId) }),
    client: createClient(access),
    access,
    token: async () => token({ rejected: undefined }),
  };
}
