import { ASSISTANT_DEFAULTS } from "@callwright/contract";

/** One setting of the Advanced tab. Its texts are under `advanced.fields.<path>`; its limits are in the contract. */
export type AdvancedSetting =
  | { kind: "switch"; path: SwitchPath; defaultValue: boolean }
  | {
      kind: "number";
      path: NumberPath;
      unit: "seconds" | "words" | "times";
      /** Without this plan the end-of-turn model decides, so there is no default value. */
      ofPlan?: typeof PUNCTUATION;
      defaultValue: number;
      step: number;
    }
  | { kind: "text"; path: TextPath; defaultValue?: string }
  | { kind: "phrases"; path: PhrasesPath }
  /** Sentences, each in a row of its own. */
  | { kind: "sentences"; path: SentencesPath }
  | { kind: "choice"; path: "artifactPlan.recordingFormat"; defaultValue: string; choices: readonly ("wav;l16" | "mp3")[] }
  /** The organization's own storage. */
  | { kind: "storage"; path: "artifactPlan.recordingUseCustomStorageEnabled"; defaultValue: boolean }
  /** Traces of calls in the organization's own Langfuse. */
  | { kind: "traces"; path: "observabilityPlan" }
  | { kind: "sound"; path: "backgroundSound"; defaultValue: string };

const { artifactPlan: ARTIFACT } = ASSISTANT_DEFAULTS;
const PUNCTUATION = "startSpeakingPlan.transcriptionEndpointingPlan";

type SwitchPath =
  | "firstMessageInterruptionsEnabled"
  | "modelOutputInMessagesEnabled"
  | "artifactPlan.recordingEnabled"
  | "compliancePlan.hipaaEnabled"
  | "compliancePlan.pciEnabled"
  | "compliancePlan.redactionPlan.enabled"
  | "compliancePlan.securityFilterPlan.enabled"
  | "artifactPlan.videoRecordingEnabled"
  | "artifactPlan.loggingEnabled"
  | "artifactPlan.transcriptPlan.enabled"
  | "messagePlan.idleMessageResetCountOnUserSpeechEnabled";
type NumberPath =
  | "maxDurationSeconds"
  | "silenceTimeoutSeconds"
  | "messagePlan.idleTimeoutSeconds"
  | "messagePlan.idleMessageMaxSpokenCount"
  | "startSpeakingPlan.waitSeconds"
  | "startSpeakingPlan.fillerSeconds"
  | "startSpeakingPlan.transcriptionEndpointingPlan.onPunctuationSeconds"
  | "startSpeakingPlan.transcriptionEndpointingPlan.onNoPunctuationSeconds"
  | "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds"
  | "stopSpeakingPlan.numWords"
  | "stopSpeakingPlan.voiceSeconds"
  | "stopSpeakingPlan.backoffSeconds";
type TextPath =
  | "failureMessage"
  | "endCallMessage"
  | "messagePlan.silenceTimeoutMessage"
  | "artifactPlan.recordingPath"
  | "artifactPlan.transcriptPlan.assistantName"
  | "artifactPlan.transcriptPlan.userName";
type SentencesPath = "messagePlan.idleMessages" | "startSpeakingPlan.fillerMessages";
type PhrasesPath = "endCallPhrases" | "stopSpeakingPlan.acknowledgementPhrases" | "stopSpeakingPlan.interruptionPhrases";

export interface AdvancedSection {
  /** Texts under `advanced.sections` and `advanced.sectionHints`. */
  name:
    | "conversation"
    | "sound"
    | "idle"
    | "ending"
    | "startSpeaking"
    | "stopSpeaking"
    | "recording"
    | "transcript"
    | "traces"
    | "compliance";
  settings: readonly AdvancedSetting[];
}

export const ADVANCED_SECTIONS: readonly AdvancedSection[] = [
  {
    name: "conversation",
    settings: [
      {
        kind: "switch",
        path: "firstMessageInterruptionsEnabled",
        defaultValue: ASSISTANT_DEFAULTS.firstMessageInterruptionsEnabled,
      },
      { kind: "switch", path: "modelOutputInMessagesEnabled", defaultValue: false },
      { kind: "text", path: "failureMessage", defaultValue: ASSISTANT_DEFAULTS.failureMessage },
    ],
  },
  { name: "sound", settings: [{ kind: "sound", path: "backgroundSound", defaultValue: ASSISTANT_DEFAULTS.backgroundSound }] },
  {
    name: "idle",
    settings: [
      { kind: "sentences", path: "messagePlan.idleMessages" },
      {
        kind: "number",
        path: "messagePlan.idleTimeoutSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.messagePlan.idleTimeoutSeconds,
        step: 1,
      },
      {
        kind: "number",
        path: "messagePlan.idleMessageMaxSpokenCount",
        unit: "times",
        defaultValue: ASSISTANT_DEFAULTS.messagePlan.idleMessageMaxSpokenCount,
        step: 1,
      },
      {
        kind: "switch",
        path: "messagePlan.idleMessageResetCountOnUserSpeechEnabled",
        defaultValue: ASSISTANT_DEFAULTS.messagePlan.idleMessageResetCountOnUserSpeechEnabled,
      },
    ],
  },
  {
    name: "ending",
    settings: [
      {
        kind: "number",
        path: "maxDurationSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.maxDurationSeconds,
        step: 30,
      },
      {
        kind: "number",
        path: "silenceTimeoutSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.silenceTimeoutSeconds,
        step: 5,
      },
      { kind: "text", path: "messagePlan.silenceTimeoutMessage" },
      { kind: "text", path: "endCallMessage" },
      { kind: "phrases", path: "endCallPhrases" },
    ],
  },
  {
    name: "startSpeaking",
    settings: [
      {
        kind: "number",
        path: "startSpeakingPlan.waitSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.startSpeakingPlan.waitSeconds,
        step: 0.1,
      },
      {
        kind: "number",
        path: "startSpeakingPlan.transcriptionEndpointingPlan.onPunctuationSeconds",
        unit: "seconds",
        ofPlan: PUNCTUATION,
        defaultValue: ASSISTANT_DEFAULTS.startSpeakingPlan.transcriptionEndpointingPlan.onPunctuationSeconds,
        step: 0.1,
      },
      {
        kind: "number",
        path: "startSpeakingPlan.transcriptionEndpointingPlan.onNoPunctuationSeconds",
        unit: "seconds",
        ofPlan: PUNCTUATION,
        defaultValue: ASSISTANT_DEFAULTS.startSpeakingPlan.transcriptionEndpointingPlan.onNoPunctuationSeconds,
        step: 0.1,
      },
      {
        kind: "number",
        path: "startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds",
        unit: "seconds",
        ofPlan: PUNCTUATION,
        defaultValue: ASSISTANT_DEFAULTS.startSpeakingPlan.transcriptionEndpointingPlan.onNumberSeconds,
        step: 0.1,
      },
      {
        kind: "number",
        path: "startSpeakingPlan.fillerSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.startSpeakingPlan.fillerSeconds,
        step: 0.5,
      },
      { kind: "sentences", path: "startSpeakingPlan.fillerMessages" },
    ],
  },
  {
    name: "stopSpeaking",
    settings: [
      {
        kind: "number",
        path: "stopSpeakingPlan.numWords",
        unit: "words",
        defaultValue: ASSISTANT_DEFAULTS.stopSpeakingPlan.numWords,
        step: 1,
      },
      {
        kind: "number",
        path: "stopSpeakingPlan.voiceSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.stopSpeakingPlan.voiceSeconds,
        step: 0.1,
      },
      {
        kind: "number",
        path: "stopSpeakingPlan.backoffSeconds",
        unit: "seconds",
        defaultValue: ASSISTANT_DEFAULTS.stopSpeakingPlan.backoffSeconds,
        step: 0.1,
      },
      { kind: "phrases", path: "stopSpeakingPlan.acknowledgementPhrases" },
      { kind: "phrases", path: "stopSpeakingPlan.interruptionPhrases" },
    ],
  },
  {
    name: "recording",
    settings: [
      { kind: "switch", path: "artifactPlan.recordingEnabled", defaultValue: ARTIFACT.recordingEnabled },
      {
        kind: "choice",
        path: "artifactPlan.recordingFormat",
        defaultValue: ARTIFACT.recordingFormat,
        choices: ["wav;l16", "mp3"],
      },
      { kind: "switch", path: "artifactPlan.videoRecordingEnabled", defaultValue: ARTIFACT.videoRecordingEnabled },
      { kind: "storage", path: "artifactPlan.recordingUseCustomStorageEnabled", defaultValue: true },
      { kind: "text", path: "artifactPlan.recordingPath" },
    ],
  },
  {
    name: "transcript",
    settings: [
      { kind: "switch", path: "artifactPlan.transcriptPlan.enabled", defaultValue: ARTIFACT.transcriptPlan.enabled },
      {
        kind: "text",
        path: "artifactPlan.transcriptPlan.assistantName",
        defaultValue: ARTIFACT.transcriptPlan.assistantName,
      },
      { kind: "text", path: "artifactPlan.transcriptPlan.userName", defaultValue: ARTIFACT.transcriptPlan.userName },
      { kind: "switch", path: "artifactPlan.loggingEnabled", defaultValue: ARTIFACT.loggingEnabled },
    ],
  },
  { name: "traces", settings: [{ kind: "traces", path: "observabilityPlan" }] },
  {
    name: "compliance",
    settings: [
      { kind: "switch", path: "compliancePlan.hipaaEnabled", defaultValue: false },
      { kind: "switch", path: "compliancePlan.pciEnabled", defaultValue: false },
      { kind: "switch", path: "compliancePlan.redactionPlan.enabled", defaultValue: false },
      { kind: "switch", path: "compliancePlan.securityFilterPlan.enabled", defaultValue: false },
    ],
  },
];
