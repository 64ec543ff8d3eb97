import { CREDENTIAL_SECRETS } from "@callwright/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { lowerCase, newestFirst } from "../../platform/db/list-filters.ts";
import { openConfig, type ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { credential } from "./tables.ts";

/** The organization's credentials of these providers, the newest first: of those in `ids`, if there are some. */
export function listCredentials(
  db: Database,
  orgId: string,
  providers: readonly string[],
  ids: readonly string[] = [],
): Promise<ResourceRow[]> {
  const named = ids.length > 0 ? inArray(credential.id, lowerCase(ids)) : undefined;
  const isOfThese = inArray(sql<string>`${credential.config} ->> 'provider'`, [...providers]);
  return db
    .select()
    .from(credential)
    .where(and(eq(credential.orgId, orgId), isNull(credential.deletedAt), isOfThese, named))
    .orderBy(...newestFirst(credential));
}

/** A credential with its secrets. */
export function openCredential<Config extends object>(context: Pick<ResourceContext, "secrets">, row: ResourceRow): Config {
  return openConfig(context, credential, row, CREDENTIAL_SECRETS.get(String(row.config.provider)) ?? []);
}
