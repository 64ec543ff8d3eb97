import type { ArtifactType, Call, StoredArtifact } from "@callwright/contract";
import { callLogBlobKey } from "../../../platform/blobs/blob-key.ts";
import { present } from "../../../platform/db/present.ts";
import { versionName } from "../../../platform/resource-kit/versions/version-names.ts";
import type { CallMetadataRow, CallRow } from "../runtime/lifecycle-store.ts";
import type { ArtifactEvent } from "./artifact-event.ts";
import type { CallLinks } from "./call-links.ts";
import { mayBeHeard, mayBeSteered } from "./control-call.ts";
import { deriveArtifact } from "./derive-artifact.ts";

/** A call as the API shows it. Its artifact is there from the moment somebody joined. */
export function toCall(row: CallRow, events: readonly ArtifactEvent[], links: CallLinks): Call {
  const storage = storageOf(row);
  const derived = row.startedAt && {
    ...artifactOf(row, row.startedAt, events, links),
    ...(storage.length > 0 && { storage }),
  };
  const isOpen = row.status !== "ended" && row.status !== "scheduled";
  const monitor = {
    ...(isOpen && mayBeHeard(row) && { listenUrl: links.listenUrl(row.id, row.nodeUrl) }),
    ...(isOpen && mayBeSteered(row) && { controlUrl: links.controlUrl(row.id) }),
  };
  return {
    ...toCallMetadata(row),
    ...present({ squad: row.details.squad, workflow: row.details.workflow }),
    assistant: row.assistant,
    ...(row.analysisState && { analysisState: row.analysisState === "done" ? "done" : "waiting" }),
    ...(Object.keys(monitor).length > 0 && { monitor }),
    ...present({
      analysis: row.details.analysis,
      assistantOverrides: row.assistantOverrides,
      artifact: (derived || row.details.artifact) && { ...row.details.artifact, ...derived },
    }),
  };
}

/** A call without its transcript and without its assistant. */
export function toCallMetadata({ details, ...row }: CallMetadataRow): Call {
  const { artifact: _, analysis, squad, workflow, ...others } = details;
  const { id, orgId, status, createdAt, updatedAt, name, startedAt, endedAt, assistantId, assistantVersion } = row;
  const { endedReason, endedMessage } = row;
  const success = analysis?.successEvaluation;
  return {
    ...others,
    ...(success !== undefined && { analysis: { successEvaluation: success } }),
    ...(squad && { squad: present({ name: squad.name }) }),
    ...(workflow && { workflow: present({ name: workflow.name }) }),
    ...present({ id, orgId, status, createdAt, updatedAt, name, startedAt, endedAt, endedReason, endedMessage, assistantId }),
    type: row.type as Call["type"],
    ...(assistantVersion !== null && { assistantVersion: versionName(assistantVersion) }),
  };
}

function artifactOf(row: CallRow, startedAt: Date, events: readonly ArtifactEvent[], { sign }: CallLinks) {
  return deriveArtifact({
    events,
    startedAtMs: startedAt.getTime(),
    plan: row.assistant.artifactPlan,
    variableValues: row.assistantOverrides?.variableValues,
    urls: Object.fromEntries(keysOf(row).map(([type, key]) => [type, sign(key)])),
  });
}

/** The blobs of a call's files. */
function keysOf(row: CallRow): [ArtifactType, string][] {
  const { recordingFormat, loggingEnabled = true } = row.assistant.artifactPlan ?? {};
  // A recording that becomes an MP3 file gets its address when the file is ready.
  const isReady = recordingFormat !== "mp3" || row.artifactState !== "waiting";
  const sound = row.recordingKey !== null && isReady ? row.recordingKey : undefined;
  const keys: [ArtifactType, string | null | undefined][] = [
    ...row.artifactFiles.map(({ type, key }): [ArtifactType, string] => [type, key]),
    ["recording-stereo", sound],
    ["recording-video", row.videoRecordingKey],
    ["log", loggingEnabled && row.status === "ended" ? callLogBlobKey(row.orgId, row.id) : undefined],
  ];
  return keys.flatMap(([type, key]) => (key ? [[type, key]] : []));
}

/** The blob of one of a call's files. Before the recording is mixed to one channel, the stereo recording is used, as in `recordingUrl`. */
export function keyOfFile(row: CallRow, type: ArtifactType): string | undefined {
  const keys = Object.fromEntries(keysOf(row));
  return keys[type] ?? (type === "recording-mono" ? keys["recording-stereo"] : undefined);
}

/** The state of the call's files in the organization's own storage. */
function storageOf({ artifactState, artifactFiles }: CallRow): StoredArtifact[] {
  return artifactFiles.flatMap(({ type, stored, failure }): StoredArtifact[] => {
    if (stored) return [{ type, state: "stored", credentialId: stored.credentialId, location: stored.location }];
    return failure === undefined ? [] : [{ type, state: artifactState === "done" ? "failed" : "waiting", reason: failure }];
  });
}
