import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { optionalFields } from "../wire/objects.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";
import { Scorecard } from "./scorecard.ts";
import { InlineStructuredOutput } from "./structured-output-fields.ts";

const { artifactPlan: DEFAULTS } = ASSISTANT_DEFAULTS;
const Path = z.string().max(1000).meta({ default: "/" });

/** The stored data of a call. */
export const ArtifactPlan = optionalFields({
  recordingEnabled: z.boolean().meta({
    title: "Record calls",
    default: DEFAULTS.recordingEnabled,
    description: "Both sides in stereo, in mono, and each side alone.",
  }),
  recordingFormat: z.enum(["wav;l16", "mp3"]).meta({
    title: "Recording format",
    default: DEFAULTS.recordingFormat,
    description: "MP3 files are about eight times smaller.",
  }),
  recordingUseCustomStorageEnabled: z.boolean().meta({
    title: "Keep recordings in your own storage",
    default: true,
    description: "They are played through this server, which keeps no copy.",
  }),
  recordingPath: Path.meta({
    title: "Folder in that storage",
    description: "Below the folder of the credential, for example support/2026.",
  }),
  videoRecordingEnabled: z.boolean().meta({
    title: "Record the caller's camera",
    default: DEFAULTS.videoRecordingEnabled,
    description: "Web calls only. The browser asks the caller.",
  }),
  fullMessageHistoryEnabled: z.boolean().meta({ default: false }),
  pcapEnabled: z.boolean().meta({ title: "Packet capture", default: true, description: "SIP calls only." }),
  pcapS3PathPrefix: Path.meta({ title: "Packet capture path" }),
  pcapUseCustomStorageEnabled: z.boolean().meta({ title: "Packet capture to your storage", default: true }),
  loggingEnabled: z
    .boolean()
    .meta({ title: "Log for download", default: DEFAULTS.loggingEnabled, description: "The events of the call as JSON lines." }),
  loggingUseCustomStorageEnabled: z.boolean().meta({ default: true }),
  loggingPath: Path,
  transcriptPlan: optionalFields({
    enabled: z.boolean().meta({
      title: "Transcript as text",
      default: DEFAULTS.transcriptPlan.enabled,
      description: "In the call and in the report to your server.",
    }),
    assistantName: z.string().max(40).meta({
      title: "Name of the assistant",
      default: DEFAULTS.transcriptPlan.assistantName,
      description: "Before each of its lines.",
    }),
    userName: z.string().max(40).meta({
      title: "Name of the caller",
      default: DEFAULTS.transcriptPlan.userName,
      description: "Before each of the caller's lines.",
    }),
  }),
  structuredOutputIds: z.array(Id).max(100),
  /** Outputs that only this assistant has. */
  structuredOutputs: z.array(InlineStructuredOutput).max(100),
  scorecardIds: z.array(Id),
  /** Scorecards that only this assistant has. */
  scorecards: z.array(Scorecard).max(20),
});
export type ArtifactPlan = z.infer<typeof ArtifactPlan>;
