import { isDeepStrictEqual } from "node:util";
import type { Assistant, AssistantDraft, AssistantVersion } from "@callwright/contract";
import type { AssistantDraftRow, AssistantRow, AssistantVersionRow } from "./store.ts";

/** `UNPUBLISHED_VERSION` inside. */
export const UNPUBLISHED = 0;

/** Versions are integers inside and `v3` outside. */
export function versionName(version: number): string {
  return `v${version}`;
}

/** Undefined when the text names no version. */
export function parseVersionName(name: string): number | undefined {
  const digits = /^v(0|[1-9]\d{0,8})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function toAssistant({ id, orgId, createdAt, updatedAt, config, latestVersion }: AssistantRow): Assistant {
  return {
    ...config,
    id,
    orgId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    latestVersion: versionName(latestVersion),
  };
}

export function toAssistantVersion(row: AssistantVersionRow): AssistantVersion {
  return {
    ...row.config,
    id: row.id,
    orgId: row.orgId,
    assistantId: row.assistantId,
    version: versionName(row.version),
    ...(row.version > 1 ? { parentVersion: versionName(row.version - 1) } : {}),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.createdAt.toISOString(),
  };
}

/** Without a draft of their own, a user sees the published state as an unchanged draft. */
export function toAssistantDraft(published: AssistantRow, draft: AssistantDraftRow | undefined): AssistantDraft {
  const { baseVersion, updatedAt } = draft?.config ? draft : { ...published, baseVersion: published.latestVersion };
  const config = draft?.config ?? published.config;
  return {
    assistantId: published.id,
    baseVersion: versionName(baseVersion),
    // Both numbers only grow, and every change of what is returned here increases one of them.
    revision: published.latestVersion + (draft?.revision ?? 0),
    config,
    isDirty: !isDeepStrictEqual(config, published.config),
    updatedAt: updatedAt.toISOString(),
  };
}
