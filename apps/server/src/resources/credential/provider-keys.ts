import { CREDENTIAL_PROVIDERS, CREDENTIAL_SECRETS, type CreateAssistant, PlatformError } from "@callwright/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { newestFirst } from "../../db/list-filters.ts";
import { credential } from "../../db/schema.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { openConfig } from "../../resource-kit/resource-service.ts";
import type { ResourceRow } from "../../resource-kit/resource-store.ts";
import type { ServerContext } from "../../server-context.ts";

export type KeyedPart = "model" | "voice" | "transcriber";

/** Keys by provider id. */
export type OrgKeys = Record<string, string>;

type Context = Pick<ServerContext, "config" | "db" | "secrets">;

/** Providers of models that may want a key and do not need one. */
const KEY_OPTIONAL = new Set<string>(["custom-llm"]);
const NEEDS_CREDENTIAL = new Set<string>(CREDENTIAL_PROVIDERS);

/**
 * The organisation's keys for these parts of an assistant: of its credentials the newest of each provider, of those that `credentialIds`
 * names where it names some. Fails with `credential-missing` when there is none and the server's environment has no key either; not for a
 * visitor, who is not to know which providers an assistant has, and is told the failure message instead.
 */
export async function requireOrgKeys(
  { config, db, secrets }: Context,
  { orgId, tag }: Pick<OrgCaller, "orgId" | "tag">,
  assistant: CreateAssistant,
  parts: readonly KeyedPart[],
): Promise<OrgKeys> {
  const wanted = parts.flatMap((part) => {
    const provider = assistant[part]?.provider;
    return provider !== undefined && NEEDS_CREDENTIAL.has(provider) ? [{ part, provider }] : [];
  });
  const providers = wanted.map(({ provider }) => provider);
  const newest = await newestByProvider(db, orgId, providers, assistant.credentialIds);
  for (const { part, provider } of wanted)
    if (tag !== "public" && !newest.has(provider) && config.providerKeys[provider] === undefined && !KEY_OPTIONAL.has(provider))
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

function hasSameOrigin(url: string | undefined, allowed: string | undefined): boolean {
  if (!url || !allowed || !URL.canParse(url) || !URL.canParse(allowed)) return false;
  return new URL(url).origin === new URL(allowed).origin;
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

/** Is there a credential of this provider? Fails with `credential-missing` when there is not. */
export async function requireCredential({ db }: Context, orgId: string, what: string, provider: string): Promise<void> {
  if (!(await newestByProvider(db, orgId, [provider], undefined)).has(provider))
    throw new PlatformError("credential-missing", { what, provider });
}
