import type { Assistant, AssistantPageQuery, CreateAssistant, ListQuery, UpdateAssistant } from "@callwright/contract";
import { type Page, toPage } from "../../platform/db/page-start.ts";
import { restorableSince } from "../../platform/db/restorable-since.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { addReadWarnings, withChange } from "../../platform/http/parse-whole.ts";
import { requireConfigurationQuota } from "../../platform/quota/quotas.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import { UNPUBLISHED, versionName } from "../../platform/resource-kit/versions/version-names.ts";
import { toAssistant } from "./entity.ts";
import * as store from "./store.ts";
import {
  addVersion,
  type VersionContext as Context,
  dropCandidate,
  type GatedContext,
  publishOrWait,
  type WrittenVersion,
} from "./versions.ts";

export async function createAssistant(
  context: Context,
  caller: Pick<OrgCaller, "orgId" | "userId">,
  config: CreateAssistant,
): Promise<Assistant> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = await insert(tx, caller, config, 1);
    await addVersion(tx, caller, row, UNPUBLISHED);
    return toAssistant(row);
  });
}

/** Nothing of it is live until somebody publishes: then it gets version 1. */
export async function createUnpublishedAssistant(
  context: Context,
  caller: OrgCaller,
  config: CreateAssistant,
): Promise<Assistant> {
  return context.db.transaction(async (db) => toAssistant(await insert({ ...context, db }, caller, config, UNPUBLISHED)));
}

async function insert(tx: Context, { orgId }: Pick<OrgCaller, "orgId">, config: CreateAssistant, latestVersion: number) {
  await requireConfigurationQuota(tx, orgId, config);
  await requireReferences(tx.db, orgId, addedReferences(config));
  const [id, at] = [tx.newId(), tx.now()];
  return store.insertAssistant(tx, { id, orgId, createdAt: at, updatedAt: at, config, latestVersion });
}

export async function listAssistants(context: Context, { orgId }: OrgCaller, query: ListQuery): Promise<Assistant[]> {
  return (await store.listAssistants(context, orgId, query)).map(toAssistant);
}

export async function pageAssistants(
  context: Context,
  { orgId }: OrgCaller,
  query: AssistantPageQuery,
): Promise<Page<Assistant>> {
  return toPage(query, await store.pageAssistants(context, orgId, query), toAssistant);
}

export async function getAssistant(context: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return toAssistant(found(await store.findAssistant(context, orgId, id), "Assistant"));
}

/** Some clients send only the changes of a model: without a provider, the stored model is meant. Fails with `not-found`. */
export async function withStoredModel(context: Context, { orgId }: OrgCaller, id: string, body: unknown): Promise<unknown> {
  const { model } = (body ?? {}) as { model?: unknown };
  if (typeof model !== "object" || model === null || Array.isArray(model) || "provider" in model) return body;
  const row = found(await store.findAssistant(context, orgId, id), "Assistant");
  const { config } = (await findCandidate(context, row)) ?? row;
  return { ...(body as object), model: { ...config.model, ...model } };
}

/** Merges by top-level field, into the candidate if one waits; null clears a field. */
export function patchAssistant(context: GatedContext, caller: OrgCaller, id: string, patch: UpdateAssistant): Promise<Assistant> {
  return change(context, caller, id, (before) => withChange<CreateAssistant>(before, patch));
}

export function replaceAssistant(
  context: GatedContext,
  caller: OrgCaller,
  id: string,
  config: CreateAssistant,
): Promise<Assistant> {
  return change(context, caller, id, () => config);
}

async function change(
  context: GatedContext,
  caller: OrgCaller,
  id: string,
  next: (before: CreateAssistant) => CreateAssistant,
): Promise<Assistant> {
  const written = await context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id), "Assistant");
    const candidate = await findCandidate(tx, row);
    // Otherwise, the second of two changes would lose what the first one made.
    const config = next((candidate ?? row).config);
    await requireConfigurationQuota(tx, caller.orgId, config, row.config);
    return publishOrWait(tx, caller, row, { config, candidate });
  });
  await afterWrite(context, written);
  return toAnswer(written);
}

async function findCandidate(context: Context, { orgId, id, candidateVersion }: store.AssistantRow) {
  return candidateVersion === null ? undefined : store.versions.findVersion(context, orgId, id, candidateVersion);
}

/** What follows the transaction of a write: runs begin, and those that nothing waits for end. */
export async function afterWrite({ gates }: GatedContext, { live, candidate, replaced }: WrittenVersion): Promise<void> {
  if (candidate) gates.wake();
  await gates.cancel(live.orgId, replaced);
}

/** The live assistant, with a warning if the write waits. */
function toAnswer({ live, candidate }: WrittenVersion): Assistant {
  const answer = toAssistant(live);
  if (!candidate) return answer;
  const runs = (candidate.gate?.runs ?? []).map(({ testSuiteId, runId }) => `GET /test-suite/${testSuiteId}/run/${runId}`);
  const present = live.latestVersion === UNPUBLISHED ? "no version" : versionName(live.latestVersion);
  const message = `Version ${versionName(candidate.version)} is a candidate: it goes live when its suites pass. Until then, ${present} is live. See ${runs.join(", ")}.`;
  addReadWarnings(answer, [{ field: "publishGate", message }]);
  return answer;
}

export async function deleteAssistant(context: GatedContext, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  const { row, replaced } = await context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const held = found(await store.findAssistantForUpdate(tx, orgId, id), "Assistant");
    const ended = await dropCandidate(tx, held, "The assistant was deleted.");
    const deleted = await store.updateAssistant(tx, orgId, id, { deletedAt: tx.now() });
    return { row: found(deleted, "Assistant"), replaced: ended };
  });
  await context.gates.cancel(orgId, replaced);
  return toAssistant(row);
}

/** Without effect on one that is not deleted. */
export async function restoreAssistant(context: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const now = context.now();
    const since = restorableSince(now);
    const restored = await store.restoreAssistant(tx, orgId, id, since, now);
    if (restored) await requireConfigurationQuota(tx, orgId, restored.config);
    return toAssistant(found(restored ?? (await store.findAssistant(tx, orgId, id)), "Assistant"));
  });
}
