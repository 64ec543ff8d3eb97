import { isDeepStrictEqual } from "node:util";
import {
  type Assistant,
  type AssistantDraft,
  CreateAssistant,
  type FieldChange,
  invalid,
  mergeFields,
  type OtherDraft,
  PlatformError,
  type PublishGate,
  type PublishGateState,
} from "@callwright/contract";
import { refuseHarmfulFields } from "../../platform/capabilities/unsupported-fields.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { addReadWarnings, parseWhole, readWarnings } from "../../platform/http/parse-whole.ts";
import { requireStorable } from "../../platform/http/request-body.ts";
import { requireOutsideServers } from "../../platform/http/server-addresses.ts";
import { requireConfigurationQuota } from "../../platform/quota/quotas.ts";
import { parseVersionName, toAssistant, toAssistantDraft, UNPUBLISHED, versionName } from "./entity.ts";
import { afterWrite } from "./service.ts";
import * as store from "./store.ts";
import { type VersionContext as Context, type GatedContext, hasBeenLive, publish, requireGate } from "./versions.ts";

/** Everybody edits a draft of their own; the API tokens of an organization share one. */
const draftOwner = ({ userId, orgId }: OrgCaller): string => userId ?? orgId;

export async function getDraft(context: Context, caller: OrgCaller, id: string): Promise<AssistantDraft> {
  const { published, draft } = found(await store.findWithDraft(context, caller.orgId, id, draftOwner(caller)), "Assistant");
  return toAssistantDraft(published, draft);
}

/** What a write works on: inside a transaction that holds the assistant and the draft. */
interface Held {
  tx: Context;
  published: store.AssistantRow;
  draft: store.AssistantDraftRow | undefined;
  /** The draft as the API answers it now. */
  current: AssistantDraft;
}

function holdDraft<Result>(
  context: Context,
  caller: OrgCaller,
  id: string,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = await store.findWithDraftForUpdate(tx, caller.orgId, id, draftOwner(caller));
    const { published, draft } = found(row, "Assistant");
    return work({ tx, published, draft, current: toAssistantDraft(published, draft) });
  });
}

function requireRevision({ current }: Held, revision: number): void {
  if (current.revision !== revision) throw new PlatformError("draft-moved", { revision, current: current.revision });
}

interface DraftChange {
  revision: number;
  changes: readonly FieldChange[];
  baseVersion?: string | undefined;
}

/** Merges the changes into the draft. Nothing is written when one of them clashes. */
export function changeDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  { revision, changes, baseVersion }: DraftChange,
): Promise<AssistantDraft> {
  return holdDraft(context, caller, id, async (held) => {
    const { current } = held;
    const { config, clashes } = mergeFields(current.config, changes, { isSeen: current.revision === revision });
    if (clashes.length > 0) {
      const fields = clashes.map(({ path }) => path.join(".")).join(", ");
      throw new PlatformError("draft-clash", { fields, revision, current: current.revision }, { clashes });
    }
    return storeDraft(held, caller, config, baseVersion);
  });
}

export function replaceDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  { revision, config }: { revision: number; config: CreateAssistant },
): Promise<AssistantDraft> {
  return holdDraft(context, caller, id, async (held) => {
    requireRevision(held, revision);
    return storeDraft(held, caller, config);
  });
}

async function storeDraft(
  { tx, published, draft, current }: Held,
  caller: OrgCaller,
  merged: CreateAssistant,
  madeFrom = current.baseVersion,
): Promise<AssistantDraft> {
  const named = parseVersionName(madeFrom);
  if (named === undefined || named > published.latestVersion) throw invalid("baseVersion must be a published version, like v1");
  requireStorable(merged);
  const config = parseWhole(CreateAssistant, merged);
  requireOutsideServers(config, tx.config);
  refuseHarmfulFields("assistant", config, tx.config);
  await requireConfigurationQuota(tx, caller.orgId, config, draft?.config ?? undefined);
  const baseVersion = Math.min(named, draft?.config ? draft.baseVersion : published.latestVersion);
  // A draft without changes does not count as a draft: it shows later published versions.
  const isNone = baseVersion === published.latestVersion && isDeepStrictEqual(config, published.config);
  const next = { assistantId: published.id, userId: draftOwner(caller), baseVersion, updatedAt: tx.now() };
  const row = await store.writeDraft(tx, caller.orgId, { ...next, config: isNone ? null : config });
  const renamed = published.latestVersion === UNPUBLISHED ? await rename(tx, published, config.name) : published;
  const stored = toAssistantDraft(renamed, row);
  addReadWarnings(stored, readWarnings(config));
  return stored;
}

/** No call refers to an unpublished assistant, and lists show its current name. */
async function rename(context: Context, row: store.AssistantRow, name: string | undefined): Promise<store.AssistantRow> {
  const { name: before, ...config } = row.config;
  if (name === before) return row;
  const change = { config: { ...config, ...(name !== undefined && { name }) }, updatedAt: context.now() };
  return found(await store.updateAssistant(context, row.orgId, row.id, change), "Assistant");
}

/** After this, the caller has no draft of the assistant. */
async function dropDraft({ tx, published, draft }: Held): Promise<store.AssistantDraftRow | undefined> {
  if (!draft?.config) return draft;
  return store.writeDraft(tx, draft.orgId, { ...draft, baseVersion: published.latestVersion, config: null, updatedAt: tx.now() });
}

export function discardDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  { revision }: { revision?: number | undefined },
): Promise<AssistantDraft> {
  return holdDraft(context, caller, id, async (held) => {
    if (revision !== undefined) requireRevision(held, revision);
    return toAssistantDraft(held.published, await dropDraft(held));
  });
}

export async function listOtherDrafts(context: Context, caller: OrgCaller, id: string): Promise<OtherDraft[]> {
  const row = found(await store.findAssistant(context, caller.orgId, id), "Assistant");
  const drafts = await store.listOtherDrafts(context, caller.orgId, row.id, draftOwner(caller));
  return drafts.map(({ userId, baseVersion, updatedAt }) => ({
    userId: userId === caller.orgId ? null : userId,
    baseVersion: versionName(baseVersion),
    updatedAt: updatedAt.toISOString(),
  }));
}

/**
 * Publishes the caller's draft as the next version and deletes the draft. Without a draft, or with one that changes nothing, it publishes only if no
 * version exists. Fails with `publish-gated` if suites of the gate have not passed with it, and there is no `gateReason`.
 */
export async function publishDraft(
  context: GatedContext,
  caller: OrgCaller,
  id: string,
  { force, revision, gateReason }: { force: boolean; revision?: number | undefined; gateReason?: string | undefined },
): Promise<Assistant> {
  const written = await holdDraft(context, caller, id, async (held) => {
    const { published, draft } = held;
    const tx = { ...context, ...held.tx };
    if (draft?.config && draft.baseVersion !== published.latestVersion && !force)
      throw new PlatformError("draft-conflict", {
        base: versionName(draft.baseVersion),
        current: versionName(published.latestVersion),
      });
    if (revision !== undefined) requireRevision(held, revision);
    const config = draft?.config ?? published.config;
    if (gateReason === undefined) await requireGate(tx, published, config);
    await dropDraft(held);
    if (draft?.config) refuseHarmfulFields("assistant", draft.config, tx.config);
    return publish(tx, caller, published, config);
  });
  await afterWrite(context, written);
  return toAssistant(written.live);
}

/** The gate of an assistant, and how it stands for the caller's draft. */
export async function getGate(context: GatedContext, caller: OrgCaller, id: string): Promise<PublishGateState> {
  const { db, gates } = context;
  const { published, draft } = found(await store.findWithDraft(context, caller.orgId, id, draftOwner(caller)), "Assistant");
  const { orgId, publishGate, candidateVersion } = published;
  const config = draft?.config ?? published.config;
  const candidate =
    candidateVersion === null ? undefined : await store.findVersion(context, orgId, published.id, candidateVersion);
  return {
    assistantId: published.id,
    ...(published.config.name !== undefined && { name: published.config.name }),
    publishGate,
    checks: publishGate ? await gates.checkConfig(db, orgId, { assistantId: published.id, config }, publishGate) : [],
    isFree: publishGate === null || (await hasBeenLive(context, published, config)),
    candidate: candidate?.gate
      ? { version: versionName(candidate.version), checks: await gates.checkRuns(db, orgId, candidate.gate) }
      : null,
  };
}

/** Takes effect at once. A candidate keeps waiting for the runs that it has. */
export async function setGate(
  context: GatedContext,
  caller: OrgCaller,
  id: string,
  publishGate: PublishGate | null,
): Promise<PublishGateState> {
  await context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const { id: assistantId } = found(await store.findAssistantForUpdate(tx, caller.orgId, id), "Assistant");
    if (publishGate) await context.gates.requireSuites(db, caller.orgId, assistantId, publishGate.suiteIds);
    await store.updateAssistant(tx, caller.orgId, assistantId, { publishGate });
  });
  return getGate(context, caller, id);
}
