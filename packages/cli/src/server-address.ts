import { CliError } from "./cli-error.ts";

/** Where a server is that was started with nothing but `npm start`. */
export const USUAL_SERVER = "http://localhost:3000";

/** An address as it is kept and compared: without a slash at its end. */
export function parseServerAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new CliError("usage", `'${text}' is no address of a server. Give one such as https://voice.example.com.`);
  return url.href.replace(/\/+$/, "");
}

/** Would what is sent there cross a network that others can listen to? */
export function isOpenToListeners(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === "http:" && hostname !== "localhost" && hostname !== "[::1]" && !/^127\./.test(hostname);
}
