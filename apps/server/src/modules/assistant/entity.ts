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

export function toAssistantVersion(live: Pick<AssistantRow, "latestVersion" | "candidateVersion">, row: AssistantVersionRow) {
  const { id, orgId, assistantId, version, createdBy, createdAt, config, gate, rejected } = row;
  const parent = row.parent ?? version - 1;
  return {
    ...config,
    ...present({ id, orgId, assistantId, createdAt, updatedAt: createdAt }),
    createdBy,
    version: versionName(version),
    ...(parent > UNPUBLISHED ? { parentVersion: versionName(parent) } : {}),
    status: statusOf(live, row),
    ...(gate ? { gateRuns: gate.runs } : {}),
    ...(rejected === null ? {} : { gateFailure: rejected }),
  } satisfies AssistantVersion;
}

function statusOf(
  { latestVersion, candidateVersion }: Pick<AssistantRow, "latestVersion" | "candidateVersion">,
  { version, rejected }: Pick<AssistantVersionRow, "version" | "rejected">,
): AssistantVersion["status"] {
  if (version === latestVersion) return "live";
  if (version === candidateVersion) return "candidate";
  return rejected === null ? "old" : "rejected";
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
