import {
  type Artifact,
  type ArtifactPlan,
  type ArtifactType,
  ASSISTANT_DEFAULTS,
  answeredTurns,
  linesOf,
  type Turn,
  type TurnLatency,
  type TurnSegmentName,
  turnSegments,
  turnWaitMs,
} from "@callwright/contract";
import { present } from "../../../platform/db/present.ts";
import type { ArtifactEvent } from "./artifact-event.ts";
import { deriveConversation, deriveTranscript } from "./derive-messages.ts";

export interface ArtifactSource {
  /** In order of `seq`. */
  events: readonly ArtifactEvent[];
  /** Epoch milliseconds of 0 on the call's clock. */
  startedAtMs: number;
  plan: ArtifactPlan | undefined;
  variableValues: Record<string, unknown> | undefined;
  /** The signed URL of each file, by its type. A file that does not exist has none. */
  urls: Partial<Record<ArtifactType, string>>;
}

/** The artifact of a call, computed from its events at each reading. It is not stored. */
export function deriveArtifact(source: ArtifactSource): Artifact {
  const { events, startedAtMs, plan, variableValues } = source;
  const hasTranscript = plan?.transcriptPlan?.enabled ?? ASSISTANT_DEFAULTS.artifactPlan.transcriptPlan.enabled;
  const lines = linesOf(events);
  const performanceMetrics = derivePerformance(events);
  return {
    ...deriveConversation(lines, startedAtMs),
    ...(hasTranscript ? { transcript: deriveTranscript(lines, plan?.transcriptPlan) } : {}),
    ...present({ performanceMetrics, variableValues }),
    ...deriveRecording(source),
  };
}

type PerformanceMetrics = NonNullable<Artifact["performanceMetrics"]>;

/**
 * How long the caller waited, turn by turn, in whole milliseconds. Only turns that the caller began and heard an answer in count.
 * `turnLatency` is the whole wait, with the parts that have no field of their own (tools, transport).
 * Undefined without such a turn.
 */
export function derivePerformance(events: Parameters<typeof answeredTurns>[0]): PerformanceMetrics | undefined {
  const turnLatencies = answeredTurns(events).map(latencyOf);
  if (turnLatencies.length === 0) return undefined;
  const average = (name: keyof TurnLatency) =>
    Math.round(turnLatencies.reduce((sum, latency) => sum + latency[name], 0) / turnLatencies.length);
  return {
    turnLatencies,
    modelLatencyAverage: average("modelLatency"),
    voiceLatencyAverage: average("voiceLatency"),
    transcriberLatencyAverage: average("transcriberLatency"),
    endpointingLatencyAverage: average("endpointingLatency"),
    turnLatencyAverage: average("turnLatency"),
    numUserInterrupted: events.filter(({ type }) => type === "user.interrupted").length,
  };
}

function latencyOf(turn: Turn): TurnLatency {
  const segments = turnSegments(turn);
  const part = (name: TurnSegmentName) => Math.round(segments.find((segment) => segment.name === name)?.durationMs ?? 0);
  return {
    modelLatency: part("model"),
    voiceLatency: part("voice"),
    transcriberLatency: part("transcript"),
    endpointingLatency: part("endpointing"),
    turnLatency: Math.round(turnWaitMs(turn)),
  };
}

/** The platform has the addresses of recordings twice: in `recording`, and in older fields beside it. */
function deriveRecording({ urls, events }: ArtifactSource): Partial<Artifact> {
  const { "recording-stereo": stereoUrl, "recording-mono": combinedUrl, "recording-video": videoUrl, log: logUrl } = urls;
  const { "recording-customer": customerUrl, "recording-assistant": assistantUrl } = urls;
  const delaySeconds = videoUrl ? startDelayOf(events) : undefined;
  const delay = { videoRecordingStartDelaySeconds: delaySeconds };
  const mono = present({ combinedUrl, customerUrl, assistantUrl });
  const recording = present({ stereoUrl, mono: isEmpty(mono) ? undefined : mono, videoUrl, ...delay });
  return present({
    recordingUrl: combinedUrl ?? stereoUrl,
    stereoRecordingUrl: stereoUrl,
    videoRecordingUrl: videoUrl,
    ...delay,
    recording: isEmpty(recording) ? undefined : recording,
    logUrl,
  });
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** The caller's page measures the delay, and sends it when it asks for the first message. */
function startDelayOf(events: readonly ArtifactEvent[]): number | undefined {
  const [delay] = events.flatMap(({ type, payload }) =>
    type === "control" ? (payload.videoRecordingStartDelaySeconds ?? []) : [],
  );
  return delay;
}
