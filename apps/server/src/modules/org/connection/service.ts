import { type Connection, invalid, PlatformError, type SaveConnection } from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { findConnection, forgetConnection, type StoredConnection, storeConnection } from "./store.ts";
import { tryHost } from "./try-host.ts";

type Context = Pick<ServerContext, "db" | "secrets" | "now">;

const NONE: Connection = { enabled: false };

export async function getConnection(context: Context, { orgId }: OrgCaller): Promise<Connection> {
  const found = await findConnection(context, orgId);
  return found ? shown(found, found.updatedAt) : NONE;
}

/** An enabled host was tested; a disabled one is only stored. */
export async function saveConnection(
  context: Context,
  network: OutsideNetwork,
  { orgId }: OrgCaller,
  { url, privateKey: given, enabled }: SaveConnection,
): Promise<Connection> {
  const before = await findConnection(context, orgId);
  const privateKey = given ?? (await keptKey(before, url));
  const { isCallwright } = enabled ? await tryHost(network, { url, privateKey }) : (before ?? { isCallwright: false });
  const connection = { url, privateKey, enabled, isCallwright };
  return shown(connection, await storeConnection(context, orgId, connection));
}

/** The key goes to the host it was entered for, and to no other. */
async function keptKey(before: StoredConnection | undefined, url: string): Promise<string> {
  if (!before) throw invalid("privateKey should not be empty");
  if (new URL(before.url).origin !== new URL(url).origin) throw new PlatformError("host-key-missing");
  return before.privateKey;
}

export async function deleteConnection(context: Context, { orgId }: OrgCaller): Promise<Connection> {
  await forgetConnection(context, orgId);
  return NONE;
}

function shown({ url, enabled, isCallwright }: StoredConnection, updatedAt: Date): Connection {
  return { url, enabled, isCallwright, updatedAt: updatedAt.toISOString() };
}
