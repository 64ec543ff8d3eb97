import type { ServerTarget } from "@callwright/contract";
import { present } from "../../platform/db/present.ts";
import { findResource } from "../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import { phoneNumber } from "../telephony/tables.ts";

/** The server of a phone number, if it has one. */
export async function findNumberServer(
  context: SealedDatabase,
  orgId: string,
  id: string | undefined,
): Promise<ServerTarget | undefined> {
  const { server } = ((await findNumber(context, orgId, id))?.config ?? {}) as { server?: ServerTarget };
  return server?.url ? server : undefined;
}

/** A stored phone number in messages: its identifying fields, and no key. */
export async function describeNumber(
  context: SealedDatabase,
  orgId: string,
  id: string | undefined,
): Promise<Record<string, unknown> | undefined> {
  const row = await findNumber(context, orgId, id);
  if (!row) return undefined;
  const { provider, number, name } = row.config as { provider: string; number?: string; name?: string };
  const { createdAt, updatedAt } = row;
  return present({ id, orgId, provider, number, name, createdAt, updatedAt });
}

async function findNumber(context: SealedDatabase, orgId: string, id: string | undefined) {
  const row = id === undefined ? undefined : await findResource(context.db, orgId, { table: phoneNumber }, id);
  return openRow(context, phoneNumber, row);
}
