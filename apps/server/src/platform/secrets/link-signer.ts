import { createHmac } from "node:crypto";
import { isSameSecret } from "./same-secret.ts";

/**
 * Links are valid for one to two of these. Rounding keeps a link the same for hours, so that a page that reads it again does not restart its player,
 * and a browser can cache it.
 */
const WINDOW_SECONDS = 6 * 3600;
const DAY_SECONDS = 86_400;

/** Signs links that are valid for one thing and for 6 to 12 hours. A link for one purpose is not valid for another. `secret` is the server's own. */
export function createLinkSigner(secret: string, purpose: string, now: () => Date) {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const mac = (subject: string, expires: string) =>
    createHmac("sha256", secret).update(`${purpose}\n${subject}\n${expires}`).digest();

  return {
    /** The query of the link, which works `extraDays` longer. */
    sign(subject: string, extraDays = 0) {
      const expires = String((Math.floor(seconds() / WINDOW_SECONDS) + 2) * WINDOW_SECONDS + extraDays * DAY_SECONDS);
      return `expires=${expires}&signature=${mac(subject, expires).toString("base64url")}`;
    },

    /** Does `signature` open `subject` now? */
    verify(subject: string, expires: string, signature: string) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) <= seconds()) return false;
      return isSameSecret(Buffer.from(signature, "base64url"), mac(subject, expires));
    },
  };
}
