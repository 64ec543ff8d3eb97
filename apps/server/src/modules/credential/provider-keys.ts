import { type CreateAssistant, PlatformError } from "@callwright/contract";
import {
  hasSameOrigin,
  type PartName,
  type ProviderKey,
  partChoices,
  partCredentials,
  providerPart,
} from "@callwright/engine/conversation";
import type { Database } from "../../platform/db/connect.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { listCredentials, openCredential } from "./credential-rows.ts";

/** Fields of credentials, secrets included, by the credential's provider id. */
export type OrgKeys = Record<string, ProviderKey>;

type Context = Pick<ServerContext, "config" | "db" | "secrets">;

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
  const wanted = parts.map((part) => ({
    part,
    choices: partChoices(part, assistant[part]).map(({ provider }) => ({
      provider,
      credentials: partCredentials(part, provider),
    })),
  }));
  const credentials = wanted.flatMap(({ choices }) => choices.flatMap((choice) => choice.credentials));
  const newest = await newestByProvider(db, orgId, credentials, assistant);
  for (const { part, choices } of wanted) {
    const hasKey = ({ provider, credentials: usable }: (typeof choices)[number]) =>
      usable.some((id) => newest.has(id)) || provider in config.providerKeys;
    const runs = choices.filter(({ provider }) => providerPart(part, provider) !== undefined);
    const needsKey = ({ provider }: (typeof choices)[number]) => providerPart(part, provider)?.key === "required";
    const [first] = runs;
    // A part of the fallback plan may stand in for one without a key.
    if (first && runs.every((choice) => needsKey(choice) && !hasKey(choice)))
      throw new PlatformError("credential-missing", { what: `This assistant's ${part}`, provider: first.provider });
  }
  return Object.fromEntries(
    [...newest].flatMap(([provider, row]) => {
      const opened = openCredential<ProviderKey>({ secrets }, row);
      // Any member who writes an assistant can enter any address, and the key must not be sent there.
      if (provider === "custom-llm" && !hasSameOrigin(assistant.model?.url, textOf(opened.apiUrl))) return [];
      return [[provider, opened]];
    }),
  );
}

/** The organization's newest credential of a provider, opened: of those that `credentialIds` names where it names some. */
export async function findNewestCredential(
  { db, secrets }: Pick<Context, "db" | "secrets">,
  orgId: string,
  provider: string,
  assistant: CreateAssistant,
): Promise<ProviderKey | undefined> {
  const row = (await newestByProvider(db, orgId, [provider], assistant)).get(provider);
  return row && openCredential<ProviderKey>({ secrets }, row);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

async function newestByProvider(
  db: Database,
  orgId: string,
  providers: string[],
  { credentialIds: ids, model }: CreateAssistant,
): Promise<Map<string, ResourceRow>> {
  if (providers.length === 0) return new Map();
  const rows = await listCredentials(db, orgId, providers, ids);
  const usable = rows.filter((row) => isUsable(row, model));
  return new Map(usable.toReversed().map((row) => [String(row.config.provider), row]));
}

function isUsable(row: ResourceRow, model: CreateAssistant["model"]): boolean {
  if (row.config.provider === "azure-openai") return servesRegion(row, model);
  // Azure's storage has no key for speech.
  return row.config.provider !== "azure" || row.config.service !== "blob_storage";
}

/** Azure has a resource for each region: `gpt-4.1:westus` names one. */
function servesRegion({ config }: ResourceRow, model: CreateAssistant["model"]): boolean {
  const [name, region] = model?.model.split(":") ?? [];
  return (config.models as unknown[]).includes(name) && (region === undefined || config.region === region);
}
