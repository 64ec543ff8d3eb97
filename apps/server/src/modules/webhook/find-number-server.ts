import type { ServerTarget } from "@callwright/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { ServerContext } from "../../platform/platform.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { phoneNumber } from "../telephony/tables.ts";

/** The server of a phone number, if it has one. */
export async function findNumberServer(
  context: Pick<ServerContext, "db" | "secrets">,
  orgId: string,
  id: string | undefined,
): Promise<ServerTarget | undefined> {
  const { server } = ((await findNumber(context, orgId, id))?.config ?? {}) as { server?: ServerTarget };
  return server?.url ? server : undefined;
}

/** A stored phone number as messages have it: what tells it from others, and no key. */
export async function describeNumber(
  context: Pick<ServerContext, "db" | "secrets">,
  orgId: string,
  id: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  const row = await findNumber(context, orgId, id);
  if (!row) return undefined;
  const { provider, number, name } = row.config as { provider: string; number?: string; name?: string };
  const [createdAt, updatedAt] = [row.createdAt.toISOString(), row.updatedAt.toISOString()];
  return {
    id,
    orgId,
    provider,
    ...(number !== undefined && { number }),
    ...(name !== undefined && { name }),
    createdAt,
    updatedAt,
  };
}

async function findNumber(context: Pick<ServerContext, "db" | "secrets">, orgId: string, id: string | undefined) {
  if (id === undefined) return undefined;
  const [row] = await context.db
    .select()
    .from(phoneNumber)
    .where(and(eq(phoneNumber.orgId, orgId), eq(phoneNumber.id, id), isNull(phoneNumber.deletedAt)));
  return openRow(context, phoneNumber, row);
}
