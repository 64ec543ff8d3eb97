import { SESSION_COOKIE_CACHE_MAX_CHARACTERS } from "@callwright/contract";
import type { Session, User } from "better-auth";
import { APIError } from "better-auth/api";

/** Browsers' are half as long. It is only shown, so a longer one is cut and refused nowhere. */
const USER_AGENT_MAX_BYTES = 256;
const IPV6_MAX_CHARACTERS = 45;
const ID = "00000000-0000-0000-0000-000000000000";
const INSTANT = "2026-01-01T00:00:00.000Z";

/** The longest possible session. A user's fields must fit into the cookie beside any later session. */
const LONGEST_SESSION: Record<keyof Session | "activeOrganizationId", string> = {
  id: ID,
  userId: ID,
  activeOrganizationId: ID,
  token: "t".repeat(32),
  expiresAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  ipAddress: "f".repeat(IPV6_MAX_CHARACTERS),
  userAgent: "u".repeat(USER_AGENT_MAX_BYTES),
};

const LONGEST_USER: Record<keyof User, unknown> = {
  id: ID,
  name: "",
  email: "",
  emailVerified: false,
  image: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

/** Characters of the signed data that the library keeps of a person and their session in the cookie. */
export function cookieCharacters(user: Record<string, unknown>): number {
  const known = Object.entries(user).filter(([field, value]) => field in LONGEST_USER && value !== undefined);
  const session = {
    session: LONGEST_SESSION,
    user: { ...LONGEST_USER, ...Object.fromEntries(known) },
    updatedAt: Date.parse(INSTANT),
    version: "1",
  };
  const signature = "s".repeat(43);
  const bytes = Buffer.byteLength(JSON.stringify({ session, expiresAt: Date.parse(INSTANT), signature }));
  return Math.ceil((bytes * 4) / 3);
}

export const fitsCookie = (user: Record<string, unknown>): boolean =>
  cookieCharacters(user) <= SESSION_COOKIE_CACHE_MAX_CHARACTERS;

/** Refuses a person's fields with which the session data would be larger than its cookie. */
export function requireFitsCookie(user: Record<string, unknown>): void {
  if (fitsCookie(user)) return;
  const characters = cookieCharacters(user);
  throw new APIError("BAD_REQUEST", {
    code: "SESSION_DATA_TOO_LARGE",
    message: `The session data would have ${characters} characters, and the cookie holds ${SESSION_COOKIE_CACHE_MAX_CHARACTERS}. Please disable session cookie caching or reduce the size of the session data: choose a shorter name, email address or picture address.`,
  });
}

/** As much of a client's name as the session data has room for. */
export function fittingUserAgent(userAgent: string): string {
  let fitting = userAgent.slice(0, USER_AGENT_MAX_BYTES);
  while (jsonBytes(fitting) > USER_AGENT_MAX_BYTES) fitting = fitting.slice(0, -1);
  return fitting;
}

/** What stands between the quotes. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
