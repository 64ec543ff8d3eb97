import { parseUrl } from "@callwright/contract";
import { CliError } from "./cli-error.ts";

/** The default URL of `npm start`. */
export const USUAL_SERVER = "http://localhost:3000";

/** A normalized URL, without a trailing slash. */
export function parseServerAddress(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new CliError("usage", `'${text}' is not a server URL. Use a URL like https://voice.example.com.`);
  return url.href.replace(/\/+$/, "");
}

/** Requests would cross a network unencrypted. */
export function isOpenToListeners(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === "http:" && hostname !== "localhost" && hostname !== "[::1]" && !/^127\./.test(hostname);
}
