import { isIP } from "node:net";
import { parseUrl } from "@callwright/contract";
import { isPrivateAddress } from "@callwright/engine";
import type { Config } from "../../../platform/config/config.ts";

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/**
 * Where a carrier asks about a number: `/phone-number/{id}/{carrier}/…` of this server. `origin` without a slash at its end. `legKey`: about one leg.
 */
export function carrierAddresses(carrier: string, origin: string, numberId: string, legKey?: string) {
  const base = `${origin}/phone-number/${numberId}/${carrier}`;
  const leg = legKey === undefined ? "" : `?leg=${legKey}`;
  return {
    /** The address of a webhook. */
    hook: (name: string) => `${base}/${name}${leg}`,
    stream: `${base.replace(/^http/, "ws")}/stream`,
  };
}

/** The pattern of those addresses, as a route. */
export const carrierRoute = (carrier: string, name: string) => `/phone-number/:id{${UUID}}/${carrier}/${name}`;

/** Finds the number whose stream a websocket wants to be. */
export function streamFinder(carrier: string): (url: string) => string | undefined {
  const path = new RegExp(`^/phone-number/(${UUID})/${carrier}/stream$`);
  return (url) => path.exec(url)?.[1];
}

export type Origins = Pick<Config, "publicUrl" | "nodeUrl">;

/** Whether several nodes share PUBLIC_URL, so that a repeated request may reach another one. */
export const hasOtherNodes = ({ publicUrl, nodeUrl }: Origins) => publicUrl !== undefined && publicUrl !== nodeUrl;

/** The webhooks of a number go to PUBLIC_URL, and the sound of its calls to NODE_URL. Undefined: the carrier could reach both. */
export function unreachableServer(carrier: string, { publicUrl, nodeUrl }: Origins): string | undefined {
  return unreachableFor(carrier, publicUrl, "PUBLIC_URL") ?? unreachableFor(carrier, nodeUrl, "NODE_URL");
}

/** Why the carrier cannot reach the address in a variable of the environment, as a sentence. Undefined: it could. */
export function unreachableFor(
  carrier: string,
  origin: string | undefined,
  variable: "PUBLIC_URL" | "NODE_URL",
): string | undefined {
  if (origin === undefined)
    return `PUBLIC_URL is not set. Set it to the https address of this server, which ${carrier} must reach.`;
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "https:") return `${carrier} sends sound to https addresses only. ${variable} is ${origin}.`;
  const address = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(address) === 0 ? !hostname.includes(".") || hostname.endsWith(".localhost") : isPrivateAddress(address);
  return isPrivate ? `${carrier} cannot reach ${hostname}. Set ${variable} to an address in the internet.` : undefined;
}

/** Is it the address of this server for the number, under its present or an earlier origin? */
export const isOurs = (url: string | undefined, own: string) =>
  url !== undefined && parseUrl(url)?.pathname === new URL(own).pathname;

/** Without the path, which may contain secrets. */
export const originOf = (url: string) => parseUrl(url)?.origin ?? "another address";
