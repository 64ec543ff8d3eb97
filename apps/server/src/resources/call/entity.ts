import type { Call } from "@callwright/contract";
import { versionName } from "../assistant/entity.ts";
import type { ArtifactEvent } from "./artifact-event.ts";
import { deriveArtifact } from "./derive-artifact.ts";
import type { CallRow } from "./store.ts";

/** How a blob's key becomes a URL that the reader of this answer can open. */
export type SignBlob = (key: string) => string;

/** A call as the API shows it. Its artifact is there from the moment somebody joined. */
export function toCall(row: CallRow, events: readonly ArtifactEvent[], sign: SignBlob): Call {
  return {
    id: row.id,
    orgId: row.orgId,
    type: row.type as Call["type"],
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...present("name", row.name),
    ...present("startedAt", row.startedAt?.toISOString()),
    ...present("endedAt", row.endedAt?.toISOString()),
    ...present("endedReason", row.endedReason),
    ...present("endedMessage", row.endedMessage),
    ...present("assistantId", row.assistantId),
    ...(row.assistantVersion === null ? {} : { assistantVersion: versionName(row.assistantVersion) }),
    assistant: row.assistant,
    ...present("assistantOverrides", row.assistantOverrides),
    ...present("artifact", row.startedAt && artifactOf(row, row.startedAt, events, sign)),
  };
}

function artifactOf(row: CallRow, startedAt: Date, events: readonly ArtifactEvent[], sign: SignBlob) {
  return deriveArtifact({
    events,
    startedAtMs: startedAt.getTime(),
    plan: row.assistant.artifactPlan,
    variableValues: row.assistantOverrides?.variableValues,
    recordingUrl: row.recordingKey === null ? undefined : sign(row.recordingKey),
    videoRecordingUrl: row.videoRecordingKey === null ? undefined : sign(row.videoRecordingKey),
  });
}

/** The platform leaves fields without a value out. */
function present<Name extends string, Value>(name: Name, value: Value | null | undefined): { [N in Name]?: Value } {
  return (value === null || value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}
