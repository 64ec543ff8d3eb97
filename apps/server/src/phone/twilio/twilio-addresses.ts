import { isIP } from "node:net";
import { isPrivateAddress } from "@callwright/engine";
import type { Config } from "../../config.ts";

export const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const STREAM_PATH = new RegExp(`^/phone-number/(${UUID})/twilio/stream$`);

/** Where Twilio asks about a number: `/phone-number/{id}/twilio/…` of this server. `origin` without a slash at its end. `legKey`: about one leg. */
export function twilioAddresses(origin: string, numberId: string, legKey?: string) {
  const base = `${origin}/phone-number/${numberId}/twilio`;
  const leg = legKey === undefined ? "" : `?leg=${legKey}`;
  return {
    /** Somebody calls the number. */
    voice: `${base}/voice`,
    /** Somebody writes to the number. */
    sms: `${base}/sms`,
    /** Twilio reports the status of a call. */
    status: `${base}/status${leg}`,
    /** Twilio asks for further TwiML, because the stream of a call has ended. */
    after: `${base}/after${leg}`,
    stream: `${base.replace(/^http/, "ws")}/stream`,
  };
}

/** The webhooks of a number go to PUBLIC_URL, and the sound of its calls to NODE_URL. Undefined: Twilio could reach both. */
export function unreachableServer({ publicUrl, nodeUrl }: Pick<Config, "publicUrl" | "nodeUrl">): string | undefined {
  return unreachableFor(publicUrl, "PUBLIC_URL") ?? unreachableFor(nodeUrl, "NODE_URL");
}

/** The number whose stream a websocket wants to be. */
export function numberOfStream(url: string): string | undefined {
  return STREAM_PATH.exec(url)?.[1];
}

/** Why Twilio cannot reach the address in a variable of the environment, as a sentence. Undefined: it could. */
export function unreachableFor(origin: string | undefined, variable: "PUBLIC_URL" | "NODE_URL"): string | undefined {
  if (origin === undefined) return "PUBLIC_URL is not set. Set it to the https address of this server, which Twilio must reach.";
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "https:") return `Twilio sends sound to https addresses only. ${variable} is ${origin}.`;
  const address = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(address) === 0 ? !hostname.includes(".") || hostname.endsWith(".localhost") : isPrivateAddress(address);
  return isPrivate ? `Twilio cannot reach ${hostname}. Set ${variable} to an address in the internet.` : undefined;
}
