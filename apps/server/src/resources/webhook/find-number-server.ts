import type { ServerTarget } from "@callwright/contract";
import { and, eq, isNull } from "drizzle-orm";
import { phoneNumber } from "../../db/schema/platform.ts";
import { openRow } from "../../secrets/sealed-headers.ts";
import type { ServerContext } from "../../server-context.ts";

/** The server of a phone number, if it has one. */
export async function findNumberServer(
  context: Pick<ServerContext, "db" | "secrets">,
  orgId: string,
  id: string | undefined,
): Promise<ServerTarget | undefined> {
  if (id === undefined) return undefined;
  const [row] = await context.db
    .select()
    .from(phoneNumber)
    .where(and(eq(phoneNumber.orgId, orgId), eq(phoneNumber.id, id), isNull(phoneNumber.deletedAt)));
  const { server } = (openRow(context, phoneNumber, row)?.config ?? {}) as { server?: ServerTarget };
  return server?.url ? server : undefined;
}
