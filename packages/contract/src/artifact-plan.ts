import { z } from "zod";
import { Id } from "./entity.ts";

const Path = z.string().max(1000).meta({ default: "/" });

/** What a call leaves behind. */
export const ArtifactPlan = z.strictObject({
  recordingEnabled: z.boolean().meta({ default: true }).optional(),
  recordingFormat: z.enum(["wav;l16", "mp3"]).meta({ default: "wav;l16" }).optional(),
  recordingUseCustomStorageEnabled: z.boolean().meta({ default: true }).optional(),
  recordingPath: Path.optional(),
  videoRecordingEnabled: z.boolean().meta({ default: false, description: "Of web calls only." }).optional(),
  fullMessageHistoryEnabled: z.boolean().meta({ default: false }).optional(),
  pcapEnabled: z.boolean().meta({ title: "Packet capture", default: true, description: "Of SIP calls only." }).optional(),
  pcapS3PathPrefix: Path.meta({ title: "Packet capture path" }).optional(),
  pcapUseCustomStorageEnabled: z.boolean().meta({ title: "Packet capture to own storage", default: true }).optional(),
  loggingEnabled: z.boolean().meta({ default: true }).optional(),
  loggingUseCustomStorageEnabled: z.boolean().meta({ default: true }).optional(),
  loggingPath: Path.optional(),
  transcriptPlan: z
    .strictObject({
      enabled: z.boolean().meta({ default: true }).optional(),
      assistantName: z.string().max(40).meta({ default: "AI" }).optional(),
      userName: z.string().max(40).meta({ default: "User" }).optional(),
    })
    .optional(),
  structuredOutputIds: z.array(Id).optional(),
  /** Structured outputs and scorecards that are stored nowhere else. */
  structuredOutputs: z.array(z.looseObject({})).optional(),
  scorecardIds: z.array(Id).optional(),
  scorecards: z.array(z.looseObject({})).optional(),
});
export type ArtifactPlan = z.infer<typeof ArtifactPlan>;
