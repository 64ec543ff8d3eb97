/** The end-of-turn model decides unless there is such a plan. */
export const PUNCTUATION_PLAN = "startSpeakingPlan.transcriptionEndpointingPlan";
export const PUNCTUATION_WAITS = ["onPunctuationSeconds", "onNoPunctuationSeconds", "onNumberSeconds"].map(
  (name) => `${PUNCTUATION_PLAN}.${name}`,
);

/** The filters, kinds and texts of the compliance plan. Its section has the switches. */
export const COMPLIANCE_DETAILS = ["securityFilterPlan", "redactionPlan", "recordingConsentPlan"].map(
  (name) => `compliancePlan.${name}`,
);

/** The fields of the Advanced tab, by dotted path. The names have their texts under `advanced.sections` and `advanced.sectionHints`. */
export const ADVANCED_SECTIONS = [
  { name: "conversation", paths: ["firstMessageInterruptionsEnabled", "modelOutputInMessagesEnabled", "failureMessage"] },
  { name: "sound", paths: ["backgroundSound"] },
  {
    name: "idle",
    paths: [
      "messagePlan.idleMessages",
      "messagePlan.idleTimeoutSeconds",
      "messagePlan.idleMessageMaxSpokenCount",
      "messagePlan.idleMessageResetCountOnUserSpeechEnabled",
    ],
  },
  {
    name: "ending",
    paths: [
      "maxDurationSeconds",
      "silenceTimeoutSeconds",
      "messagePlan.silenceTimeoutMessage",
      "endCallMessage",
      "endCallPhrases",
    ],
  },
  {
    name: "startSpeaking",
    paths: [
      "startSpeakingPlan.waitSeconds",
      ...PUNCTUATION_WAITS,
      "startSpeakingPlan.fillerSeconds",
      "startSpeakingPlan.fillerMessages",
    ],
  },
  {
    name: "stopSpeaking",
    paths: [
      "stopSpeakingPlan.numWords",
      "stopSpeakingPlan.voiceSeconds",
      "stopSpeakingPlan.backoffSeconds",
      "stopSpeakingPlan.acknowledgementPhrases",
      "stopSpeakingPlan.interruptionPhrases",
    ],
  },
  {
    name: "recording",
    paths: [
      "artifactPlan.recordingEnabled",
      "artifactPlan.recordingFormat",
      "artifactPlan.videoRecordingEnabled",
      "artifactPlan.recordingUseCustomStorageEnabled",
      "artifactPlan.recordingPath",
    ],
  },
  {
    name: "transcript",
    paths: [
      "artifactPlan.transcriptPlan.enabled",
      "artifactPlan.transcriptPlan.assistantName",
      "artifactPlan.transcriptPlan.userName",
      "artifactPlan.loggingEnabled",
    ],
  },
  { name: "traces", paths: ["observabilityPlan"] },
  {
    name: "compliance",
    paths: [
      "compliancePlan.hipaaEnabled",
      "compliancePlan.pciEnabled",
      "compliancePlan.redactionPlan.enabled",
      "compliancePlan.securityFilterPlan.enabled",
    ],
  },
] as const;

export const ADVANCED_PATHS: readonly string[] = ADVANCED_SECTIONS.flatMap(({ paths }) => paths);
