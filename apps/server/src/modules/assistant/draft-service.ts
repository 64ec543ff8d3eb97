import {
  type Assistant,
  CreateAssistant,
  type PublishDraft,
  type PublishGate,
  type PublishGateState,
} from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { createDrafts, type Drafts } from "../../platform/resource-kit/versions/drafts.ts";
import { versionName } from "../../platform/resource-kit/versions/version-names.ts";
import { gateFields, toAssistant } from "./entity.ts";
import { afterWrite } from "./service.ts";
import * as store from "./store.ts";
import { type VersionContext as Context, type GatedContext, hasBeenLive, publish, requireGate } from "./versions.ts";

export const drafts: Drafts<CreateAssistant, store.AssistantRow> = createDrafts<
  CreateAssistant,
  store.AssistantRow,
  store.AssistantVersionRow
>({
  noun: "Assistant",
  schema: CreateAssistant,
  store: store.versions,
  beforeFirst: (tx, row, { name }) => rename(tx, row, name),
  versionFields: gateFields,
});

/** No call refers to an unpublished assistant, and lists show its current name. */
async function rename(context: Context, row: store.AssistantRow, name: string | undefined): Promise<store.AssistantRow> {
  const { name: before, ...config } = row.config;
  if (name === before) return row;
  const change = { config: { ...config, ...(name !== undefined && { name }) }, updatedAt: context.now() };
  return found(await store.updateAssistant(context, row.orgId, row.id, change), "Assistant");
}

/**
 * Publishes the caller's draft as the next version and deletes the draft. Without a draft, or with one that changes nothing, it publishes only if no
 * version exists. Fails with `publish-gated` if suites of the gate have not passed with it, and there is no `gateReason`.
 */
export async function publishDraft(
  context: GatedContext,
  caller: OrgCaller,
  id: string,
  { gateReason, ...body }: PublishDraft & { gateReason?: string | undefined },
): Promise<Assistant> {
  const written = await drafts.publish(context, caller, id, body, async (held, published, config) => {
    const tx = { ...context, ...held };
    if (gateReason === undefined) await requireGate(tx, published, config);
    return publish(tx, caller, published, config);
  });
  await afterWrite(context, written);
  return toAssistant(written.live);
}

/** The gate of an assistant, and how it stands for the caller's draft. */
export async function getGate(context: GatedContext, caller: OrgCaller, id: string): Promise<PublishGateState> {
  const { db, gates } = context;
  const { published, draft } = await drafts.find(context, caller, id);
  const { orgId, publishGate, candidateVersion } = published;
  const config = draft?.config ?? published.config;
  const candidate =
    candidateVersion === null ? undefined : await store.versions.findVersion(context, orgId, published.id, candidateVersion);
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
