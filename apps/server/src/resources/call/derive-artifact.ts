import { type Artifact, type ArtifactPlan, ASSISTANT_DEFAULTS, linesOf } from "@callwright/contract";
import type { ArtifactEvent } from "./artifact-event.ts";
import { deriveConversation, deriveTranscript } from "./derive-messages.ts";
import { derivePerformance } from "./derive-performance.ts";

export interface ArtifactSource {
  /** In order of `seq`. */
  events: readonly ArtifactEvent[];
  /** Epoch milliseconds of 0 on the call's clock. */
  startedAtMs: number;
  plan: ArtifactPlan | undefined;
  variableValues: Record<string, unknown> | undefined;
  /** Signed. Absent when there is no recording. */
  recordingUrl: string | undefined;
  videoRecordingUrl: string | undefined;
}

/** What a call left behind, worked out from its events each time it is read: nothing of it is stored a second time. */
export function deriveArtifact(source: ArtifactSource): Artifact {
  const { events, startedAtMs, plan, variableValues } = source;
  const hasTranscript = plan?.transcriptPlan?.enabled ?? ASSISTANT_DEFAULTS.artifactPlan.transcriptPlan.enabled;
  const performanceMetrics = derivePerformance(events);
  return {
    ...deriveConversation(events, startedAtMs),
    ...(hasTranscript ? { transcript: deriveTranscript(linesOf(events), plan?.transcriptPlan) } : {}),
    ...(performanceMetrics ? { performanceMetrics } : {}),
    ...(variableValues ? { variableValues } : {}),
    ...deriveRecording(source),
  };
}

/** The platform tells its recordings twice: in `recording`, and flat as it did before. */
function deriveRecording({ recordingUrl, videoRecordingUrl, events }: ArtifactSource): Partial<Artifact> {
  if (!recordingUrl && !videoRecordingUrl) return {};
  const delaySeconds = videoRecordingUrl ? startDelayOf(events) : undefined;
  const delay = delaySeconds === undefined ? {} : { videoRecordingStartDelaySeconds: delaySeconds };
  const sound = recordingUrl ? { recordingUrl, stereoRecordingUrl: recordingUrl } : {};
  const video = videoRecordingUrl ? { videoRecordingUrl, ...delay } : {};
  const stereoUrl = recordingUrl ? { stereoUrl: recordingUrl } : {};
  const videoUrl = videoRecordingUrl ? { videoUrl: videoRecordingUrl, ...delay } : {};
  return { ...sound, ...video, recording: { ...stereoUrl, ...videoUrl } };
}

/** As the caller's page measured it: it tells the delay when it asks for the first message. */
function startDelayOf(events: readonly ArtifactEvent[]): number | undefined {
  for (const event of events) {
    if (event.type !== "control") continue;
    const { videoRecordingStartDelaySeconds } = event.payload;
    if (videoRecordingStartDelaySeconds !== undefined) return videoRecordingStartDelaySeconds;
  }
  return undefined;
}
