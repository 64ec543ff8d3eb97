import type { ArtifactPlan, CompliancePlan, CreateAssistant } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { call } from "../../modules/call/tables.ts";

/** Why a conversation leaves no words behind. */
export type PrivacyRule = "HIPAA" | "PCI";

export function privacyOf(plan: Pick<CompliancePlan, "hipaaEnabled" | "pciEnabled"> | null | undefined): PrivacyRule | undefined {
  return plan?.hipaaEnabled ? "HIPAA" : plan?.pciEnabled ? "PCI" : undefined;
}

export const noWords = (rule: PrivacyRule) =>
  `nothing of ${rule} conversations is stored, so that none goes on from an earlier one`;

/** Artifacts that would put words or sound into storage. */
const NO_ARTIFACTS = {
  recordingEnabled: false,
  videoRecordingEnabled: false,
  loggingEnabled: false,
  pcapEnabled: false,
  fullMessageHistoryEnabled: false,
} as const satisfies ArtifactPlan;

/** The assistant of a private conversation records nothing. */
export function withoutArtifacts(assistant: CreateAssistant): CreateAssistant {
  return { ...assistant, artifactPlan: { ...assistant.artifactPlan, ...NO_ARTIFACTS } };
}

/** A page would record video from the start, before anybody consents. */
export function withoutVideo(assistant: CreateAssistant): CreateAssistant {
  return { ...assistant, artifactPlan: { ...assistant.artifactPlan, videoRecordingEnabled: false } };
}

/**
 * The assistant in the row of a private conversation. Its words may have been written for this one patient, so only a stored assistant without
 * overrides keeps them.
 */
export function storableAssistant(assistant: CreateAssistant, isAsStored: boolean): CreateAssistant {
  if (isAsStored) return assistant;
  const { name, server, serverMessages, compliancePlan, monitorPlan, model, voice, transcriber } = assistant;
  const { transportConfigurations, voicemailDetection } = assistant;
  const ofCarrier = { transportConfigurations, voicemailDetection };
  const parts = { name, server, serverMessages, compliancePlan, monitorPlan, voice, transcriber, ...ofCarrier };
  const kept = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  const { messages: _messages, tools: _tools, ...settings } = model ?? {};
  return { ...kept, ...(model && { model: settings as NonNullable<CreateAssistant["model"]> }) };
}

/** Calls without words, as a condition. */
export const isPrivateCall = sql<boolean>`coalesce((${call.details} #>> '{compliance,hipaaEnabled}')::boolean, (${call.details} #>> '{compliance,pciEnabled}')::boolean, false)`;
