import { eq } from "drizzle-orm";
import type { ServerContext } from "../../../platform/platform.ts";
import { sealerOf } from "../../../platform/secrets/sealed-text.ts";
import { hostConnection } from "../tables.ts";

type Context = Pick<ServerContext, "db" | "secrets" | "now">;

/** The other host of an organization, with the key that opens it. */
export interface StoredConnection {
  url: string;
  privateKey: string;
  enabled: boolean;
  isCallwright: boolean;
}

const placeOf = (orgId: string) => `host_connection ${orgId}`;

/** Undefined when the organization has none. */
export async function findConnection(
  { db, secrets }: Context,
  orgId: string,
): Promise<(StoredConnection & { updatedAt: Date }) | undefined> {
  const [row] = await db.select().from(hostConnection).where(eq(hostConnection.orgId, orgId));
  return row && { ...row, privateKey: sealerOf(secrets).open(row.privateKey, placeOf(orgId)) };
}

export async function storeConnection({ db, secrets, now }: Context, orgId: string, connection: StoredConnection): Promise<Date> {
  const updatedAt = now();
  const privateKey = sealerOf(secrets).seal(connection.privateKey, placeOf(orgId));
  const stored = { ...connection, privateKey, updatedAt };
  await db
    .insert(hostConnection)
    .values({ ...stored, orgId, createdAt: updatedAt })
    .onConflictDoUpdate({ target: hostConnection.orgId, set: stored });
  return updatedAt;
}

export async function forgetConnection({ db }: Context, orgId: string): Promise<void> {
  await db.delete(hostConnection).where(eq(hostConnection.orgId, orgId));
}
