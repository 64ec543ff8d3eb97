import { CREDENTIAL_PROVIDERS, CREDENTIAL_SECRETS, type CreateAssistant, PlatformError } from "@callwright/contract";
import { hasSameOrigin, type PartName, providerPart } from "@callwright/engine/conversation";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { newestFirst } from "../../db/list-filters.ts";
import { credential } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { openConfig } from "../../resource-kit/resource-service.ts";
import type { ResourceRow } from "../../resource-kit/resource-store.ts";
import type { ServerContext } from "../../server-context.ts";

/** Keys by provider id. */
export type OrgKeys = Record<string, string>;

type Context = Pick<ServerContext, "config" | "db" | "secrets">;

const NEEDS_CREDENTIAL = new Set<string>(CREDENTIAL_PROVIDERS);

/**
 * The organization's keys for these parts of an assistant: of its credentials the newest of each provider, of those that `credentialIds`
 * names where it names some. Fails with `credential-missing` when a part needs a key, there is none and the server's environment has none either.
 */
export async function requireOrgKeys(
  { config, db, secrets }: Context,
  { orgId }: Pick<OrgCaller, "orgId">,
  assistant: CreateAssistant,
  parts: readonly PartName[],
): Promise<OrgKeys> {
  const wanted = parts.flatMap((part) => {
    const provider = assistant[part]?.provider;
    return provider !== undefined && NEEDS_CREDENTIAL.has(provider) ? [{ part, provider }] : [];
  });
  const providers = wanted.map(({ provider }) => provider);
  const newest = await newestByProvider(db, orgId, providers, assistant.credentialIds);
  for (const { part, provider } of wanted)
    if (providerPart(part, provider)?.key === "required" && !newest.has(provider) && config.providerKeys[provider] === undefined)
      throw new PlatformError("credential-missing", { what: `This assistant's ${part}`, provider });
  return Object.fromEntries(
    [...newest].flatMap(([provider, row]) => {
      const paths = CREDENTIAL_SECRETS.get(provider) ?? [];
      const { apiKey, apiUrl } = openConfig<{ apiKey?: string; apiUrl?: string }>({ secrets }, credential, row, paths);
      // Who writes an assistant names any address: the key must not go wherever that is.
      if (provider === "custom-llm" && !hasSameOrigin(assistant.model?.url, apiUrl)) return [];
      return apiKey === undefined ? [] : [[provider, apiKey]];
    }),
  );
}

async function newestByProvider(
  db: Database,
  orgId: string,
  providers: string[],
  ids: readonly string[] | undefined,
): Promise<Map<string, ResourceRow>> {
  if (providers.length === 0) return new Map();
  const provider = sql<string>`${credential.config} ->> 'provider'`;
  const named =
    ids && ids.length > 0
      ? inArray(
          credential.id,
          ids.map((id) => id.toLowerCase()),
        )
      : undefined;
  const rows = await db
    .select()
    .from(credential)
    .where(and(eq(credential.orgId, orgId), isNull(credential.deletedAt), inArray(provider, providers), named))
    .orderBy(...newestFirst(credential));
  return new Map(rows.toReversed().map((row) => [String(row.config.provider), row]));
}
