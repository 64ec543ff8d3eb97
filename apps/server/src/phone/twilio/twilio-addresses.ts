import { isIP } from "node:net";
import { isPrivateAddress } from "@callwright/engine";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const STREAM_PATH = new RegExp(`^/phone-number/(${UUID})/twilio/stream$`);

/** Where Twilio asks about a number: `/phone-number/{id}/twilio/…` of this server. `origin` without a slash at its end. */
export function twilioAddresses(origin: string, numberId: string, callId?: string) {
  const base = `${origin}/phone-number/${numberId}/twilio`;
  const call = callId === undefined ? "" : `?call=${callId}`;
  return {
    /** Somebody calls the number. */
    voice: `${base}/voice`,
    /** What became of a call. */
    status: `${base}/status${call}`,
    /** The stream of a call has ended, and what is next. */
    after: `${base}/after${call}`,
    stream: `${base.replace(/^http/, "ws")}/stream`,
  };
}

/** The number whose stream a websocket wants to be. */
export function numberOfStream(url: string): string | undefined {
  return STREAM_PATH.exec(url)?.[1];
}

/** Why Twilio cannot reach an address, as a sentence. Undefined: it could. */
export function unreachableFor(origin: string | undefined): string | undefined {
  if (origin === undefined) return "PUBLIC_URL is not set. Set it to the https address of this server, which Twilio must reach.";
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "https:") return `Twilio sends sound to https addresses only. PUBLIC_URL is ${origin}.`;
  const address = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(address) === 0 ? !hostname.includes(".") || hostname.endsWith(".localhost") : isPrivateAddress(address);
  return isPrivate ? `Twilio cannot reach ${hostname}. Set PUBLIC_URL to an address in the internet.` : undefined;
}
