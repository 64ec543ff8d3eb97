import { isDeepStrictEqual } from "node:util";
import { type Assistant, type AssistantDraft, type CreateAssistant, type OtherDraft, PlatformError } from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";
import type { ServerContext } from "../../server-context.ts";
import { parseVersionName, toAssistant, toAssistantDraft, versionName } from "./entity.ts";
import { found, publish } from "./service.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId" | "secrets">;

/** Everybody edits a draft of their own; the API tokens of an organisation share one. */
const draftOwner = ({ userId, orgId }: OrgCaller): string => userId ?? orgId;

export async function getDraft(context: Context, caller: OrgCaller, id: string): Promise<AssistantDraft> {
  const row = found(await store.findAssistant(context, caller.orgId, id));
  return toAssistantDraft(row, await store.findDraft(context, caller.orgId, id, draftOwner(caller)));
}

export async function saveDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  body: { baseVersion: string; config: CreateAssistant },
): Promise<AssistantDraft> {
  const row = found(await store.findAssistant(context, caller.orgId, id));
  const baseVersion = parseVersionName(body.baseVersion);
  if (baseVersion === undefined || baseVersion > row.latestVersion)
    throw new PlatformError("validation-failed", {}, { problems: ["baseVersion must be a published version, like v1"] });
  const draft = { assistantId: id, userId: draftOwner(caller), baseVersion, config: body.config, updatedAt: context.now() };
  return toAssistantDraft(row, await store.saveDraft(context, caller.orgId, draft));
}

export async function discardDraft(context: Context, caller: OrgCaller, id: string): Promise<AssistantDraft> {
  const row = found(await store.findAssistant(context, caller.orgId, id));
  await store.takeDraft(context, caller.orgId, id, draftOwner(caller));
  return toAssistantDraft(row, undefined);
}

export async function listOtherDrafts(context: Context, caller: OrgCaller, id: string): Promise<OtherDraft[]> {
  const row = found(await store.findAssistant(context, caller.orgId, id));
  const drafts = await store.listOtherDrafts(context, caller.orgId, row.id, draftOwner(caller));
  return drafts.map(({ userId, baseVersion, updatedAt }) => ({
    userId: userId === caller.orgId ? null : userId,
    baseVersion: versionName(baseVersion),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** The caller's draft becomes the next version and is gone. Without a draft, or with one that changes nothing, no version is made. */
export async function publishDraft(
  context: Context,
  caller: OrgCaller,
  id: string,
  { force }: { force: boolean },
): Promise<Assistant> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id));
    const draft = await store.takeDraft(tx, caller.orgId, id, draftOwner(caller));
    if (!draft) return toAssistant(row);
    // Thrown, the conflict gives the draft back with the rest of the transaction.
    if (draft.baseVersion !== row.latestVersion && !force)
      throw new PlatformError("draft-conflict", {
        base: versionName(draft.baseVersion),
        current: versionName(row.latestVersion),
      });
    if (isDeepStrictEqual(draft.config, row.config)) return toAssistant(row);
    return toAssistant(await publish(tx, caller, row, draft.config));
  });
}
