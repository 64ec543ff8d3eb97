import { SESSION_COOKIE_CACHE_MAX_CHARACTERS } from "@callwright/contract";
import type { Session, User } from "better-auth";
import { APIError } from "better-auth/api";

/** Browsers' names are half as long. The name is only shown, so a longer one is cut, also if the person's own fields leave less room. */
const USER_AGENT_MAX_BYTES = 256;
const ID = "00000000-0000-0000-0000-000000000000";
const INSTANT = "2026-01-01T00:00:00.000Z";

/** The fields of a session whose lengths differ. */
export interface SessionPlace {
  ipAddress?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** The new session of a person who signs in from there. The organization of a session is never chosen here. */
const sessionAt = ({ ipAddress, userAgent }: SessionPlace): Record<keyof Session | "activeOrganizationId", string | null> => ({
  id: ID,
  userId: ID,
  activeOrganizationId: null,
  token: "t".repeat(32),
  expiresAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  ipAddress: ipAddress ?? "",
  userAgent: userAgent ?? "",
});

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
export function cookieCharacters(user: Record<string, unknown>, place: SessionPlace): number {
  const known = Object.entries(user).filter(([field, value]) => field in LONGEST_USER && value !== undefined);
  const session = {
    session: sessionAt(place),
    user: { ...LONGEST_USER, ...Object.fromEntries(known) },
    updatedAt: Date.parse(INSTANT),
    version: "1",
  };
  const signature = "s".repeat(43);
  const bytes = Buffer.byteLength(JSON.stringify({ session, expiresAt: Date.parse(INSTANT), signature }));
  return Math.ceil((bytes * 4) / 3);
}

export const fitsCookie = (user: Record<string, unknown>, place: SessionPlace): boolean =>
  cookieCharacters(user, place) <= SESSION_COOKIE_CACHE_MAX_CHARACTERS;

/** Refuses a person's fields with which the data of a session of theirs would be larger than its cookie. */
export function requireFitsCookie(user: Record<string, unknown>, places: readonly SessionPlace[]): void {
  const characters = Math.max(...places.map((place) => cookieCharacters(user, place)));
  if (characters <= SESSION_COOKIE_CACHE_MAX_CHARACTERS) return;
  throw new APIError("BAD_REQUEST", {
    code: "SESSION_DATA_TOO_LARGE",
    message: `The session data would have ${characters} characters, and the cookie holds ${SESSION_COOKIE_CACHE_MAX_CHARACTERS}. Please disable session cookie caching or reduce the size of the session data: choose a shorter name, email address or picture address.`,
  });
}

/** A client's name, cut to the part that is shown. */
export function fittingUserAgent(userAgent: string): string {
  let fitting = userAgent.slice(0, USER_AGENT_MAX_BYTES);
  while (jsonBytes(fitting) > USER_AGENT_MAX_BYTES) fitting = fitting.slice(0, -1);
  return fitting;
}

/** The part of it that fits into the session data of this person. */
export function userAgentBeside(user: Record<string, unknown>, { ipAddress, userAgent }: SessionPlace): string {
  let fitting = fittingUserAgent(userAgent ?? "");
  while (fitting !== "" && !fitsCookie(user, { ipAddress, userAgent: fitting })) fitting = fitting.slice(0, -1);
  return fitting;
}

/** The size between the quotes. */
const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
