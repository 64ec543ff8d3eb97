import { isDeepStrictEqual } from "node:util";
import { type Assistant, type AssistantDraft, type CreateAssistant, type OtherDraft, PlatformError } from "@callwright/contract";
import { refuseHarmfulFields } from "../../capabilities/unsupported-fields.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import type { ServerContext } from "../../server-context.ts";
import { parseVersionName, toAssistant, toAssistantDraft, UNPUBLISHED, versionName } from "./entity.ts";
import { publish } from "./service.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId" | "secrets">;

/** Everybody edits a draft of their own; the API tokens of an organization share one. */
const draftOwner = ({ userId, orgId }: OrgCaller): string => userId ?? orgId;

export async function getDraft(context: Context, caller: OrgCaller, id: string): Promise<AssistantDraft> {
  const row = found(await store.findAssistant(context, caller.orgId, id), "Assistant");
  return toAssistantDraft(row, await store.findDraft(context, caller.orgId, id, draftOwner(caller)));
}

export async function saveDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  body: { baseVersion: string; config: CreateAssistant },
): Promise<AssistantDraft> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id), "Assistant");
    const baseVersion = parseVersionName(body.baseVersion);
    if (baseVersion === undefined || baseVersion > row.latestVersion)
      throw new PlatformError("validation-failed", {}, { problems: ["baseVersion must be a published version, like v1"] });
    const { config } = body;
    const draft = { assistantId: id, userId: draftOwner(caller), baseVersion, config, updatedAt: context.now() };
    const named = row.latestVersion === UNPUBLISHED ? await rename(tx, row, config.name) : row;
    return toAssistantDraft(named, await store.saveDraft(tx, caller.orgId, draft));
  });
}

/** No call knows an unpublished assistant, and lists show what its maker calls it now. */
async function rename(context: Context, row: store.AssistantRow, name: string | undefined): Promise<store.AssistantRow> {
  const { name: before, ...config } = row.config;
  if (name === before) return row;
  const change = { config: { ...config, ...(name !== undefined && { name }) }, updatedAt: context.now() };
  return found(await store.updateAssistant(context, row.orgId, row.id, change), "Assistant");
}

export async function discardDraft(context: Context, caller: OrgCaller, id: string): Promise<AssistantDraft> {
  const row = found(await store.findAssistant(context, caller.orgId, id), "Assistant");
  await store.takeDraft(context, caller.orgId, id, draftOwner(caller));
  return toAssistantDraft(row, undefined);
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

/** The caller's draft becomes the next version and is gone. Without a draft, or with one that changes nothing, only a first version is made. */
export async function publishDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  { force }: { force: boolean },
): Promise<Assistant> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id), "Assistant");
    const draft = await store.takeDraft(tx, caller.orgId, id, draftOwner(caller));
    const isFirst = row.latestVersion === UNPUBLISHED;
    if (!draft) return toAssistant(isFirst ? await publish(tx, caller, row, row.config) : row);
    // Thrown, the conflict gives the draft back with the rest of the transaction.
    if (draft.baseVersion !== row.latestVersion && !force)
      throw new PlatformError("draft-conflict", {
        base: versionName(draft.baseVersion),
        current: versionName(row.latestVersion),
      });
    if (!isFirst && isDeepStrictEqual(draft.config, row.config)) return toAssistant(row);
    refuseHarmfulFields("assistant", draft.config);
    return toAssistant(await publish(tx, caller, row, draft.config));
  });
}
