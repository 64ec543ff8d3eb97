import type { Artifact, ArtifactPlan } from "@callwright/contract";
import type { ArtifactEvent } from "./artifact-event.ts";
import { deriveLines, deriveMessages, deriveOpenAiMessages, deriveTranscript } from "./derive-messages.ts";
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
}

/** What a call left behind, worked out from its events each time it is read: nothing of it is stored a second time. */
export function deriveArtifact({ events, startedAtMs, plan, variableValues, recordingUrl }: ArtifactSource): Artifact {
  const lines = deriveLines(events);
  const hasTranscript = plan?.transcriptPlan?.enabled ?? true;
  const performanceMetrics = derivePerformance(events);
  return {
    messages: deriveMessages(lines, startedAtMs),
    messagesOpenAIFormatted: deriveOpenAiMessages(lines),
    ...(hasTranscript ? { transcript: deriveTranscript(lines, plan?.transcriptPlan) } : {}),
    ...(performanceMetrics ? { performanceMetrics } : {}),
    ...(variableValues ? { variableValues } : {}),
    ...(recordingUrl ? { recordingUrl, stereoRecordingUrl: recordingUrl, recording: { stereoUrl: recordingUrl } } : {}),
  };
}
