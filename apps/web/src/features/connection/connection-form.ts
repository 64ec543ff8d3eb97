import type { Connection, SaveConnection } from "@callwright/contract";

export interface ConnectionForm {
  where: "here" | "elsewhere";
  url: string;
  privateKey: string;
}

export function formOf({ enabled, url = "" }: Connection): ConnectionForm {
  return { where: enabled ? "elsewhere" : "here", url, privateKey: "" };
}

/** `api.example.com`, for sentences. */
export function hostOf(url: string | undefined): string {
  return url && URL.canParse(url) ? new URL(url).host : "";
}

/** Whether the key that is kept opens the host in the form: it is kept for one host alone. */
export function hasKey({ url: kept }: Connection, { url }: ConnectionForm): boolean {
  if (!kept || !URL.canParse(url)) return false;
  return new URL(kept).origin === new URL(url).origin;
}

/** What is sent; undefined while something is missing, or when there is nothing to go back from. */
export function bodyOf(connection: Connection, form: ConnectionForm): SaveConnection | undefined {
  if (form.where === "here") return connection.enabled && connection.url ? { url: connection.url, enabled: false } : undefined;
  const url = form.url.trim();
  const privateKey = form.privateKey.trim();
  if (url === "" || (privateKey === "" && !hasKey(connection, form))) return undefined;
  return { url, enabled: true, ...(privateKey === "" ? {} : { privateKey }) };
}
