import type { GenericEndpointContext } from "better-auth";
import { getSessionFromCtx, isAPIError } from "better-auth/api";
import { visitorNetwork } from "../http/visitor-address.ts";
import type { Attempt, Attempts } from "./attempts.ts";
import { after, authHooks, before } from "./auth-hooks.ts";
import type { KnownDevices } from "./known-device.ts";

export interface AttemptGuardOptions {
  attempts: Attempts;
  knownDevices: KnownDevices;
  /** Header in which the app puts the client's address. */
  addressHeader: string;
}

/** A request to the service, with the data for its limits. */
interface Tried {
  ctx: GenericEndpointContext;
  /** What counts as one address. */
  address: string;
  knownDevices: KnownDevices;
}

interface Rule {
  /** The limits that a request of this path counts for, the narrowest first: a request over a narrow limit does not use up a shared one. */
  counts(tried: Tried): Promise<Attempt[]> | Attempt[];
  /** Whether successes do not count. */
  failuresOnly?: boolean;
}

/** Longer addresses belong to no account. */
const EMAIL_MAX_CHARACTERS = 320;

function emailOf(ctx: GenericEndpointContext, field = "email"): string | undefined {
  const body = ctx.body as Record<string, unknown> | undefined;
  const email = body?.[field];
  return typeof email === "string" && email.length <= EMAIL_MAX_CHARACTERS ? email.toLowerCase() : undefined;
}

async function signInCounts({ ctx, address, knownDevices }: Tried): Promise<Attempt[]> {
  const email = emailOf(ctx);
  const byAddress: Attempt = { limit: "signInByAddress", of: address };
  if (email === undefined) return [byAddress];
  const device = await knownDevices.idFor(ctx, email);
  if (device !== undefined) return [{ limit: "signInByDevice", of: `${email} ${device}` }];
  return [{ limit: "signInByAccountAndAddress", of: `${email} ${address}` }, byAddress, { limit: "signInByAccount", of: email }];
}

/** A mail to an address that the request names. */
function mailCounts({ ctx, address }: Tried, field?: string): Attempt[] {
  const email = emailOf(ctx, field);
  const byAddress: Attempt = { limit: "mailByAddress", of: address };
  return email === undefined ? [byAddress] : [{ limit: "mailByMailbox", of: email }, byAddress];
}

/** Counts nothing without a signed-in user: such a request is refused without work. */
async function countByPerson(ctx: GenericEndpointContext, limit: Attempt["limit"]): Promise<Attempt[]> {
  // The route uses the session found here, so it must not come from the cookie cache.
  const session = await getSessionFromCtx(ctx, { disableCookieCache: true });
  return session ? [{ limit, of: session.user.id }] : [];
}

const signIn: Rule = { counts: signInCounts, failuresOnly: true };
const mail: Rule = { counts: (tried) => mailCounts(tried) };
const password: Rule = { counts: ({ ctx }) => countByPerson(ctx, "passwordByPerson"), failuresOnly: true };
const userCode: Rule = {
  counts: async ({ ctx, address }) => [
    ...(await countByPerson(ctx, "userCodeByPerson")),
    { limit: "userCodeByAddress", of: address },
  ],
  failuresOnly: true,
};

/** Whatever takes a guess, a mail or a core's time, by its path under the service. */
const RULES: Readonly<Record<string, Rule>> = {
  "/sign-in/email": signIn,
  "/sign-up/email": {
    counts: ({ ctx, address }) => {
      const email = emailOf(ctx);
      const byAddress: Attempt = { limit: "signUpByAddress", of: address };
      return email === undefined ? [byAddress] : [byAddress, { limit: "mailByMailbox", of: email }];
    },
  },
  "/request-password-reset": mail,
  "/send-verification-email": mail,
  "/change-email": { counts: (tried) => mailCounts(tried, "newEmail") },
  "/change-password": password,
  "/delete-user": password,
  "/token": {
    counts: async ({ ctx, address }) => {
      const byPerson = await countByPerson(ctx, "userTokenByPerson");
      // A program's bearer is looked at later.
      return byPerson.length > 0 ? byPerson : [{ limit: "userTokenByPerson", of: address }];
    },
  },
  "/device/code": { counts: ({ address }) => [{ limit: "deviceCodeByAddress", of: address }] },
  "/device/token": { counts: ({ address }) => [{ limit: "devicePollByAddress", of: address }] },
  "/device": userCode,
  "/device/approve": userCode,
  "/device/deny": userCode,
};

/** What the guard remembers about a request while it is answered. */
interface Guarded {
  taken: readonly Attempt[];
  /** The person whose mailbox the link of a reset proves, so that the device it was opened on is theirs. */
  resetFor?: string | undefined;
}

/**
 * Limits what is tried at the service, before anything is tried, and remembers the devices people have signed in with. The service's own
 * rate limit counts in one process and by address alone. Calls from within the server are not counted.
 */
export function attemptGuard({ attempts, knownDevices, addressHeader }: AttemptGuardOptions) {
  const guarded = new WeakMap<Request, Guarded>();

  return authHooks(
    "attempt-guard",
    before(/^/, async (ctx) => {
      if (!ctx.request) return;
      const address = visitorNetwork(ctx.request.headers.get(addressHeader) ?? "unknown");
      const taken = (await RULES[ctx.path]?.counts({ ctx, address, knownDevices })) ?? [];
      await attempts.take(taken);
      const resetFor = ctx.path === "/reset-password" ? await personOfReset(ctx) : undefined;
      guarded.set(ctx.request, { taken, resetFor });
    }),
    after(/^/, async (ctx) => {
      const request = ctx.request && guarded.get(ctx.request);
      if (!request || isAPIError(ctx.context.returned)) return;
      if (RULES[ctx.path]?.failuresOnly) await attempts.undo(request.taken);
      const person = ctx.context.newSession?.user.email ?? request.resetFor;
      if (person !== undefined && ctx.path !== "/device/token") await knownDevices.remember(ctx, person);
    }),
  );
}

/** The address of the person whose mail has this link, while it is valid. */
async function personOfReset(ctx: GenericEndpointContext): Promise<string | undefined> {
  const token: unknown = (ctx.body as Record<string, unknown> | undefined)?.token ?? ctx.query?.token;
  if (typeof token !== "string" || token === "") return undefined;
  const { internalAdapter } = ctx.context;
  const sent = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return sent ? (await internalAdapter.findUserById(sent.value))?.email : undefined;
}
