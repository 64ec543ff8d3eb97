import { SESSION_COOKIE_CACHE_MAX_CHARACTERS, USER_FIELD_MAX_BYTES } from "@callwright/contract";
import { APIError } from "better-auth/api";

/** Browsers' are half as long. It is only shown, so a longer one is cut and refused nowhere. */
const USER_AGENT_MAX_BYTES = 256;

/** Refuses a person's fields that would make the session data too large for its cookie; the library would spread it over several. */
export function requireFitsCookie(user: Record<string, unknown>): void {
  for (const [field, maxBytes] of Object.entries(USER_FIELD_MAX_BYTES)) {
    if (jsonBytes(user[field]) <= maxBytes) continue;
    throw new APIError("BAD_REQUEST", {
      code: "SESSION_DATA_TOO_LARGE",
      message: `The session data would be larger than ${SESSION_COOKIE_CACHE_MAX_CHARACTERS} characters. Disable session cookie caching or reduce the size of the session data: '${field}' may have ${maxBytes} bytes.`,
    });
  }
}

/** As much of a client's name as the session data has room for. */
export function fittingUserAgent(userAgent: string): string {
  let fitting = userAgent.slice(0, USER_AGENT_MAX_BYTES);
  while (jsonBytes(fitting) > USER_AGENT_MAX_BYTES) fitting = fitting.slice(0, -1);
  return fitting;
}

/** What stands between the quotes. */
function jsonBytes(value: unknown): number {
  return value === undefined || value === null ? 0 : Buffer.byteLength(JSON.stringify(value)) - 2;
}
