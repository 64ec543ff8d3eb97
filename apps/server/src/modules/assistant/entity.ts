import type { Assistant, AssistantVersion } from "@callwright/contract";
import { present } from "../../platform/db/present.ts";
import { versionName } from "../../platform/resource-kit/versions/version-names.ts";
import type { AssistantRow, AssistantVersionRow } from "./store.ts";

export function toAssistant({ id, orgId, createdAt, updatedAt, config, latestVersion }: AssistantRow): Assistant {
  return { ...config, ...present({ id, orgId, createdAt, updatedAt }), latestVersion: versionName(latestVersion) };
}

/** What an assistant's gate adds to a version. */
export function gateFields(
  live: Pick<AssistantRow, "latestVersion" | "candidateVersion">,
  version: Pick<AssistantVersionRow, "version" | "gate" | "rejected">,
) {
  const { gate, rejected } = version;
  return {
    status: statusOf(live, version),
    ...(gate ? { gateRuns: gate.runs } : {}),
    ...(rejected === null ? {} : { gateFailure: rejected }),
  } satisfies Partial<AssistantVersion>;
}

function statusOf(
  { latestVersion, candidateVersion }: Pick<AssistantRow, "latestVersion" | "candidateVersion">,
  { version, rejected }: Pick<AssistantVersionRow, "version" | "rejected">,
): AssistantVersion["status"] {
  if (version === latestVersion) return "live";
  if (version === candidateVersion) return "candidate";
  return rejected === null ? "old" : "rejected";
}
