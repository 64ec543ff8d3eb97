import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";
import { Scorecard } from "./scorecard.ts";
import { InlineStructuredOutput } from "./structured-output-fields.ts";

const { artifactPlan: DEFAULTS } = ASSISTANT_DEFAULTS;
const Path = z.string().max(1000).meta({ default: "/" });

/** What is stored of a call. */
export const ArtifactPlan = z.strictObject({
  recordingEnabled: z.boolean().meta({ default: DEFAULTS.recordingEnabled }).optional(),
  recordingFormat: z.enum(["wav;l16", "mp3"]).meta({ default: DEFAULTS.recordingFormat }).optional(),
  recordingUseCustomStorageEnabled: z.boolean().meta({ default: true }).optional(),
  recordingPath: Path.optional(),
  videoRecordingEnabled: z.boolean().meta({ default: DEFAULTS.videoRecordingEnabled, description: "Web calls only." }).optional(),
  fullMessageHistoryEnabled: z.boolean().meta({ default: false }).optional(),
  pcapEnabled: z.boolean().meta({ title: "Packet capture", default: true, description: "SIP calls only." }).optional(),
  pcapS3PathPrefix: Path.meta({ title: "Packet capture path" }).optional(),
  pcapUseCustomStorageEnabled: z.boolean().meta({ title: "Packet capture to your storage", default: true }).optional(),
  loggingEnabled: z.boolean().meta({ default: DEFAULTS.loggingEnabled }).optional(),
  loggingUseCustomStorageEnabled: z.boolean().meta({ default: true }).optional(),
  loggingPath: Path.optional(),
  transcriptPlan: z
    .strictObject({
      enabled: z.boolean().meta({ default: DEFAULTS.transcriptPlan.enabled }).optional(),
      assistantName: z.string().max(40).meta({ default: DEFAULTS.transcriptPlan.assistantName }).optional(),
      userName: z.string().max(40).meta({ default: DEFAULTS.transcriptPlan.userName }).optional(),
    })
    .optional(),
  structuredOutputIds: z.array(Id).max(100).optional(),
  /** Of this assistant alone. */
  structuredOutputs: z.array(InlineStructuredOutput).max(100).optional(),
  scorecardIds: z.array(Id).optional(),
  /** Of this assistant alone. */
  scorecards: z.array(Scorecard).max(20).optional(),
});
export type ArtifactPlan = z.infer<typeof ArtifactPlan>;
