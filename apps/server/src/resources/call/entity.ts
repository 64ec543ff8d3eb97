import type { Call } from "@callwright/contract";
import { versionName } from "../assistant/entity.ts";
import type { ArtifactEvent } from "./artifact-event.ts";
import type { CallLinks } from "./call-links.ts";
import { mayBeSteered } from "./control-call.ts";
import { deriveArtifact } from "./derive-artifact.ts";
import type { CallMetadataRow, CallRow } from "./store.ts";

/** A call as the API shows it. Its artifact is there from the moment somebody joined. */
export function toCall(row: CallRow, events: readonly ArtifactEvent[], links: CallLinks): Call {
  const derived = row.startedAt && artifactOf(row, row.startedAt, events, links);
  const isSteerable = row.status !== "ended" && mayBeSteered(row);
  return {
    ...toCallMetadata(row),
    ...teamOf(row.details),
    assistant: row.assistant,
    ...present("analysis", row.details.analysis),
    ...(row.analysisState && { analysisState: row.analysisState === "done" ? "done" : "waiting" }),
    ...present("assistantOverrides", row.assistantOverrides),
    ...(isSteerable ? { monitor: { controlUrl: links.controlUrl(row.id) } } : {}),
    ...present("artifact", (derived || row.details.artifact) && { ...row.details.artifact, ...derived }),
  };
}

/** The small part of a call: nothing of what was said, and not how its assistant was made. */
export function toCallMetadata({ details, ...row }: CallMetadataRow): Call {
  const { artifact: _, analysis, squad, workflow, ...others } = details;
  const success = analysis?.successEvaluation;
  return {
    ...others,
    ...(success !== undefined && { analysis: { successEvaluation: success } }),
    ...(squad && { squad: nameOnly(squad) }),
    ...(workflow && { workflow: nameOnly(workflow) }),
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
  };
}

function teamOf({ squad, workflow }: CallRow["details"]): Pick<Call, "squad" | "workflow"> {
  return { ...(squad && { squad }), ...(workflow && { workflow }) };
}

function nameOnly({ name }: Record<string, unknown>): { name?: unknown } {
  return name === undefined ? {} : { name };
}

function artifactOf(row: CallRow, startedAt: Date, events: readonly ArtifactEvent[], { sign }: CallLinks) {
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
