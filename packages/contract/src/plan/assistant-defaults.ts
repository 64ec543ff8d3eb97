/** Defaults of an assistant's fields, in the shape of an assistant. Forms show them, calls apply them. */
export const ASSISTANT_DEFAULTS = {
  firstMessageMode: "assistant-speaks-first",
  firstMessageInterruptionsEnabled: false,
  failureMessage: "I'm having trouble right now. Please say that again in a moment.",
  maxDurationSeconds: 600,
  silenceTimeoutSeconds: 30,
  model: { temperature: 0.5, maxTokens: 250, timeoutSeconds: 20 },
  /** No wait is added after endpointing. */
  startSpeakingPlan: {
    waitSeconds: 0,
    fillerSeconds: 3,
    /** Defaults of a plan that is set. Without a plan, the local end-of-turn model decides. */
    transcriptionEndpointingPlan: { onPunctuationSeconds: 0.1, onNoPunctuationSeconds: 1.5, onNumberSeconds: 0.5 },
  },
  stopSpeakingPlan: { numWords: 0, voiceSeconds: 0.2, backoffSeconds: 0 },
  artifactPlan: {
    recordingEnabled: true,
    recordingFormat: "wav;l16",
    videoRecordingEnabled: false,
    loggingEnabled: true,
    transcriptPlan: { enabled: true, assistantName: "AI", userName: "User" },
  },
  monitorPlan: { listenEnabled: true, controlEnabled: true },
  messagePlan: { idleTimeoutSeconds: 10, idleMessageMaxSpokenCount: 3, idleMessageResetCountOnUserSpeechEnabled: false },
  /** The defaults of the assistant that an operator talks to. */
  transferAssistant: { maxDurationSeconds: 120, silenceTimeoutSeconds: 30 },
  /** The default on the web. On the phone: `office`. */
  backgroundSound: "off",
} as const;
