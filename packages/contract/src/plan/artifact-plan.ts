import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";
import { Scorecard } from "./scorecard.ts";
import { InlineStructuredOutput } from "./structured-output-fields.ts";

const { artifactPlan: DEFAULTS } = ASSISTANT_DEFAULTS;
const Path = z.string().max(1000).meta({ default: "/" });

/** What is stored of a call. */
export const ArtifactPlan = z.strictObject({
  recordingEnabled: z
    .boolean()
    .meta({
      title: "Record calls",
      default: DEFAULTS.recordingEnabled,
      description: "Both sides in stereo, in mono, and each side alone.",
    })
    .optional(),
  recordingFormat: z
    .enum(["wav;l16", "mp3"])
    .meta({
      title: "Recording format",
      default: DEFAULTS.recordingFormat,
      description: "MP3 files are about eight times smaller.",
    })
    .optional(),
  recordingUseCustomStorageEnabled: z
    .boolean()
    .meta({
      title: "Keep recordings in your own storage",
      default: true,
      description: "They are played through this server, which keeps no copy.",
    })
    .optional(),
  recordingPath: Path.meta({
    title: "Folder in that storage",
    description: "Below the folder of the credential, for example support/2026.",
  }).optional(),
  videoRecordingEnabled: z
    .boolean()
    .meta({
      title: "Record the caller's camera",
      default: DEFAULTS.videoRecordingEnabled,
      description: "Web calls only. The browser asks the caller.",
    })
    .optional(),
  fullMessageHistoryEnabled: z.boolean().meta({ default: false }).optional(),
  pcapEnabled: z.boolean().meta({ title: "Packet capture", default: true, description: "SIP calls only." }).optional(),
  pcapS3PathPrefix: Path.meta({ title: "Packet capture path" }).optional(),
  pcapUseCustomStorageEnabled: z.boolean().meta({ title: "Packet capture to your storage", default: true }).optional(),
  loggingEnabled: z
    .boolean()
    .meta({ title: "Log for download", default: DEFAULTS.loggingEnabled, description: "The events of the call as JSON lines." })
    .optional(),
  loggingUseCustomStorageEnabled: z.boolean().meta({ default: true }).optional(),
  loggingPath: Path.optional(),
  transcriptPlan: z
    .strictObject({
      enabled: z
        .boolean()
        .meta({
          title: "Transcript as text",
          default: DEFAULTS.transcriptPlan.enabled,
          description: "In the call and in the report to your server.",
        })
        .optional(),
      assistantName: z
        .string()
        .max(40)
        .meta({
          title: "Name of the assistant",
          default: DEFAULTS.transcriptPlan.assistantName,
          description: "Before each of its lines.",
        })
        .optional(),
      userName: z
        .string()
        .max(40)
        .meta({
          title: "Name of the caller",
          default: DEFAULTS.transcriptPlan.userName,
          description: "Before each of the caller's lines.",
        })
        .optional(),
    })
    .optional(),
  structuredOutputIds: z.array(Id).max(100).optional(),
  /** Outputs that only this assistant has. */
  structuredOutputs: z.array(InlineStructuredOutput).max(100).optional(),
  scorecardIds: z.array(Id).optional(),
  /** Scorecards that only this assistant has. */
  scorecards: z.array(Scorecard).max(20).optional(),
});
export type ArtifactPlan = z.infer<typeof ArtifactPlan>;
