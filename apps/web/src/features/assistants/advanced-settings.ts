import { DEFAULT_FAILURE_MESSAGE } from "@callwright/contract";

/** One setting of the Advanced tab. Its words are in the catalogue under `advanced.fields.<path>`; its limits are the contract's. */
export type AdvancedSetting =
  | { kind: "switch"; path: SwitchPath; defaultValue: boolean }
  | { kind: "number"; path: NumberPath; unit: "seconds" | "words"; defaultValue: number; step: number }
  | { kind: "text"; path: TextPath; defaultValue?: string }
  | { kind: "phrases"; path: PhrasesPath };

type SwitchPath = "firstMessageInterruptionsEnabled" | "artifactPlan.recordingEnabled";
type NumberPath =
  | "maxDurationSeconds"
  | "silenceTimeoutSeconds"
  | "startSpeakingPlan.waitSeconds"
  | "startSpeakingPlan.transcriptionEndpointingPlan.onPunctuationSeconds"
  | "startSpeakingPlan.transcriptionEndpointingPlan.onNoPunctuationSeconds"
  | "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds"
  | "stopSpeakingPlan.numWords"
  | "stopSpeakingPlan.voiceSeconds"
  | "stopSpeakingPlan.backoffSeconds";
type TextPath = "failureMessage" | "endCallMessage";
type PhrasesPath = "endCallPhrases" | "stopSpeakingPlan.acknowledgementPhrases" | "stopSpeakingPlan.interruptionPhrases";

export interface AdvancedSection {
  /** Words under `advanced.sections` and `advanced.sectionHints`. */
  name: "conversation" | "ending" | "startSpeaking" | "stopSpeaking" | "recording";
  settings: readonly AdvancedSetting[];
}

/** Defaults are those the contract documents beside each field. */
export const ADVANCED_SECTIONS: readonly AdvancedSection[] = [
  {
    name: "conversation",
    settings: [
      { kind: "switch", path: "firstMessageInterruptionsEnabled", defaultValue: false },
      { kind: "text", path: "failureMessage", defaultValue: DEFAULT_FAILURE_MESSAGE },
    ],
  },
  {
    name: "ending",
    settings: [
      { kind: "number", path: "maxDurationSeconds", unit: "seconds", defaultValue: 600, step: 30 },
      { kind: "number", path: "silenceTimeoutSeconds", unit: "seconds", defaultValue: 30, step: 5 },
      { kind: "text", path: "endCallMessage" },
      { kind: "phrases", path: "endCallPhrases" },
    ],
  },
  {
    name: "startSpeaking",
    settings: [
      { kind: "number", path: "startSpeakingPlan.waitSeconds", unit: "seconds", defaultValue: 0.4, step: 0.1 },
      {
        kind: "number",
        path: "startSpeakingPlan.transcriptionEndpointingPlan.onPunctuationSeconds",
        unit: "seconds",
        defaultValue: 0.1,
        step: 0.1,
      },
      {
        kind: "number",
        path: "startSpeakingPlan.transcriptionEndpointingPlan.onNoPunctuationSeconds",
        unit: "seconds",
        defaultValue: 1.5,
        step: 0.1,
      },
      {
        kind: "number",
        path: "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds",
        unit: "seconds",
        defaultValue: 0.5,
        step: 0.1,
      },
    ],
  },
  {
    name: "stopSpeaking",
    settings: [
      { kind: "number", path: "stopSpeakingPlan.numWords", unit: "words", defaultValue: 0, step: 1 },
      { kind: "number", path: "stopSpeakingPlan.voiceSeconds", unit: "seconds", defaultValue: 0.2, step: 0.1 },
      { kind: "number", path: "stopSpeakingPlan.backoffSeconds", unit: "seconds", defaultValue: 1, step: 0.1 },
      { kind: "phrases", path: "stopSpeakingPlan.acknowledgementPhrases" },
      { kind: "phrases", path: "stopSpeakingPlan.interruptionPhrases" },
    ],
  },
  { name: "recording", settings: [{ kind: "switch", path: "artifactPlan.recordingEnabled", defaultValue: true }] },
];
