import { type Artifact, type ArtifactPlan, type ArtifactType, ASSISTANT_DEFAULTS, linesOf } from "@callwright/contract";
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
  /** Signed, by what they are of. Absent where there is no such file. */
  urls: Partial<Record<ArtifactType, string>>;
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
function deriveRecording({ urls, events }: ArtifactSource): Partial<Artifact> {
  const { "recording-stereo": stereoUrl, "recording-mono": combinedUrl, "recording-video": videoUrl, log: logUrl } = urls;
  const { "recording-customer": customerUrl, "recording-assistant": assistantUrl } = urls;
  const delaySeconds = videoUrl ? startDelayOf(events) : undefined;
  const delay = { videoRecordingStartDelaySeconds: delaySeconds };
  const mono = defined({ combinedUrl, customerUrl, assistantUrl });
  const recording = defined({ stereoUrl, mono: isEmpty(mono) ? undefined : mono, videoUrl, ...delay });
  return defined({
    recordingUrl: combinedUrl ?? stereoUrl,
    stereoRecordingUrl: stereoUrl,
    videoRecordingUrl: videoUrl,
    ...delay,
    recording: isEmpty(recording) ? undefined : recording,
    logUrl,
  });
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
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
