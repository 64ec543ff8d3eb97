import { parseUrl } from "@callwright/contract";

/** A request that cannot be made as the tool is set up. The message ends a sentence: "its URL is neither http nor https". */
export class ToolRequestError extends Error {}

/** Fails with a `ToolRequestError`. */
export function requestUrl(text: string): URL {
  const url = parseUrl(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") throw new ToolRequestError("its URL is neither http nor https");
  return url;
}

/**
 * Refuses encrypted paths where only arguments of tools could be encrypted: the fields would be sent as they are. Fails with a
 * `ToolRequestError`.
 */
export function requireUnencrypted(paths: readonly string[] = []): void {
  if (paths.length > 0) throw new ToolRequestError("its server has encryptedPaths, and only arguments of tools are encrypted");
}
