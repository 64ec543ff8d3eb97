import { createHmac } from "node:crypto";
import { parseUrl } from "@callwright/contract";
import type { Bucket, BucketRequest } from "./bucket.ts";
import { objectUrl } from "./bucket.ts";

/** The newest version whose string to sign matches `sharedKey`. */
const API_VERSION = "2021-08-06";
/** Headers of the string to sign, in its order. */
const SIGNED_HEADERS = [
  ...["content-encoding", "content-language", "content-length", "content-md5", "content-type", "date"],
  ...["if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"],
];

export interface AzureAccount {
  /** The address of its blobs. */
  endpoint: string;
  account: string;
  /** Requests are signed with the key or, without one, carry the shared access signature. */
  accountKey?: string | undefined;
  sharedAccessSignature?: string | undefined;
}

/** Reads a connection string, as the Azure portal shows it. Null: it names no account, or neither key nor signature. */
export function readConnectionString(text: string): AzureAccount | null {
  const pairs = text.split(";").map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at).trim().toLowerCase(), pair.slice(at + 1).trim()];
  });
  const fields = new Map(pairs);
  const { protocol = "https", suffix = "core.windows.net" } = {
    protocol: fields.get("defaultendpointsprotocol"),
    suffix: fields.get("endpointsuffix"),
  };
  const named = fields.get("accountname");
  const endpoint = fields.get("blobendpoint") ?? (named && `${protocol}://${named}.blob.${suffix}`);
  const [accountKey, sharedAccessSignature] = [fields.get("accountkey"), fields.get("sharedaccesssignature")];
  const url = endpoint ? parseUrl(endpoint) : undefined;
  if (!endpoint || !url || !/^https?:/.test(endpoint)) return null;
  const account = named ?? url.hostname.split(".")[0] ?? "";
  if (!account || !(accountKey || sharedAccessSignature)) return null;
  return { endpoint: endpoint.replace(/\/+$/, ""), account, accountKey, sharedAccessSignature };
}

/** A container of Azure Blob Storage. Requests are signed with the account's key (Shared Key), or carry its signature (SAS). */
export function azureContainer(azure: AzureAccount, container: string, folder: string, now: () => Date): Bucket {
  return {
    name: `azure://${azure.account}/${container}`,
    folder,
    async sign({ method, path, headers }) {
      const url = objectUrl(`${azure.endpoint}/${encodeURIComponent(container)}`, path);
      const all: Record<string, string> = {
        ...headers,
        "x-ms-date": now().toUTCString(),
        "x-ms-version": API_VERSION,
        ...(method === "PUT" && { "x-ms-blob-type": "BlockBlob" }),
      };
      if (azure.accountKey) all.authorization = sharedKey({ ...azure, accountKey: azure.accountKey }, method, url, all);
      else url.search = (azure.sharedAccessSignature ?? "").replace(/^\?/, "");
      return { url, headers: all };
    },
  };
}

/**
 * The header `authorization` of a request without a query, whose other headers have names in lower case.
 * https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export function sharedKey(
  { account, accountKey }: { account: string; accountKey: string },
  method: BucketRequest["method"],
  { pathname }: URL,
  headers: Readonly<Record<string, string>>,
): string {
  const own = Object.keys(headers)
    .filter((name) => name.startsWith("x-ms-"))
    .sort()
    .map((name) => `${name}:${headers[name]}`);
  const standard = SIGNED_HEADERS.map((name) =>
    name === "content-length" && headers[name] === "0" ? "" : (headers[name] ?? ""),
  );
  const text = [method, ...standard, ...own, `/${account}${pathname}`].join("\n");
  const mac = createHmac("sha256", Buffer.from(accountKey, "base64")).update(text);
  return `SharedKey ${account}:${mac.digest("base64")}`;
}
