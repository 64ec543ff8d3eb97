import { isDeepStrictEqual } from "node:util";
import type { Assistant, AssistantDraft, AssistantVersion } from "@callwright/contract";
import { present } from "../../platform/db/present.ts";
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
  return { ...config, ...present({ id, orgId, createdAt, updatedAt }), latestVersion: versionName(latestVersion) };
}

export function toAssistantVersion({ id, orgId, assistantId, version, createdBy, createdAt, config }: AssistantVersionRow) {
  return {
    ...config,
    ...present({ id, orgId, assistantId, createdAt, updatedAt: createdAt }),
    createdBy,
    version: versionName(version),
    ...(version > 1 ? { parentVersion: versionName(version - 1) } : {}),
  } satisfies AssistantVersion;
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
