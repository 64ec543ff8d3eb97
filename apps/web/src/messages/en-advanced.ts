import { complianceFields } from "./en-compliance.ts";

/** Texts of the assistant's Advanced tab. */
export const enAdvanced = {
  advanced: {
    sections: {
      conversation: "Conversation",
      sound: "Background sound",
      idle: "Idle messages",
      ending: "End of call",
      startSpeaking: "Response timing",
      stopSpeaking: "Interruptions",
      recording: "Recording",
      transcript: "Transcript and log",
      traces: "Traces",
      compliance: "Compliance",
    },
    sectionHints: {
      conversation: "The first message, the messages, and what is said on failure.",
      sound: "Played to the caller behind the assistant's voice.",
      idle: "What the assistant says when the caller is silent.",
      ending: "When a call ends by itself.",
      startSpeaking: "Shorter waits respond faster; longer waits interrupt less.",
      stopSpeaking: "What interrupts the assistant, and what is only agreement.",
      recording: "Callers see a notice when a call is recorded. The page of a call has the files.",
      transcript: "What is written about a call besides its recording.",
      traces: "What a call did, turn by turn, in a tool of your own. HIPAA and PCI calls have none.",
      compliance: "What is stored of conversations, and what the model gets to read. The organization's settings add to these.",
    },
    complianceDetails: "Filters, kinds and consent",
    sentence: "Message",
    filler: "Filler",
    sound: {
      default: "Default: {{sound}} on the web",
      off: "Off",
      office: "Office",
      url: "Your own sound",
      address: "URL of the sound",
      addressHint: "An MP3 file, or a WAV file of 16-bit PCM, up to {{maxMb}} MB. Its first {{maxSeconds}} seconds are repeated.",
    },
    choices: { "wav;l16": "WAV, without loss", mp3: "MP3" },
    storage: {
      none: "Your organization has no storage yet, so this server keeps them.",
      stores: "Stored in:",
      add: "Add storage…",
      providers: {
        s3: "Amazon S3",
        gcp: "Google Cloud Storage",
        azure: "Azure Blob Storage",
        cloudflare: "Cloudflare R2",
        supabase: "Supabase",
        "s3-compatible": "Another store with the protocol of S3",
      },
    },
    traces: {
      none: "Your organization has no key of Langfuse, so nothing is sent.",
      sentTo: "Sent with the newest of:",
    },
    units: { seconds: "s", words: "words", times: "times" },
    defaultNumber: "Default {{value}} {{unit}}",
    defaultModel: "Default: the end-of-turn model",
    defaultText: "Default: “{{value}}”",
    phrasesHint: "Press Enter after each.",
    fields: {
      ...complianceFields,
      firstMessageInterruptionsEnabled: {
        label: "Interruptible first message",
        hint: "Off: the assistant always finishes its first message.",
      },
      modelOutputInMessagesEnabled: {
        label: "Model's own words in messages",
        hint: "Off: messages and the model's history have what was heard, up to an interruption.",
      },
      failureMessage: { label: "Failure message", hint: "Spoken when a model or voice fails." },
      maxDurationSeconds: { label: "Maximum call length", hint: "The call ends after this time." },
      silenceTimeoutSeconds: { label: "Silence timeout", hint: "The call ends when nobody speaks for this long." },
      endCallMessage: { label: "Closing message", hint: "Spoken before the assistant hangs up." },
      endCallPhrases: { label: "End-call phrases", hint: "When the assistant says one of these, the call ends." },
      backgroundSound: { label: "Sound", hint: "The office is synthesized. Phone calls have it by default." },
      observabilityPlan: {
        label: "Send traces to Langfuse",
        hint: "After each call: its turns, model requests with their tokens, tools, and the words.",
      },
      messagePlan: {
        idleMessages: { label: "Messages", hint: "One is picked at random. Without any, the assistant stays silent." },
        idleTimeoutSeconds: { label: "Silence before a message", hint: "Counted from the last word of either side." },
        idleMessageMaxSpokenCount: { label: "Maximum messages", hint: "How many are spoken in one call." },
        idleMessageResetCountOnUserSpeechEnabled: {
          label: "Count again after the caller speaks",
          hint: "Off: the maximum is for the whole call.",
        },
        silenceTimeoutMessage: { label: "Message before a silent call ends", hint: "Spoken when the silence timeout is over." },
      },
      startSpeakingPlan: {
        waitSeconds: { label: "Wait before speaking", hint: "Added after the caller's turn ends." },
        fillerSeconds: {
          label: "Silence before a filler",
          hint: "Spoken once when an answer takes longer. 0: nothing is spoken.",
        },
        fillerMessages: {
          label: "Fillers",
          hint: "Spoken in turn. Without any: “One moment, please.” in the language of the call.",
        },
        transcriptionEndpointingPlan: {
          onPunctuationSeconds: { label: "Wait after punctuation", hint: "After a finished sentence." },
          onNoPunctuationSeconds: {
            label: "Wait without punctuation",
            hint: "After an unfinished sentence. If all three are empty, the end-of-turn model decides.",
          },
          onNumberSeconds: { label: "Wait after a number", hint: "People pause inside phone numbers." },
        },
      },
      stopSpeakingPlan: {
        numWords: { label: "Words to interrupt", hint: "0: the caller's voice alone interrupts." },
        voiceSeconds: { label: "Speech to interrupt", hint: "How long the caller must speak when words are 0." },
        backoffSeconds: { label: "Pause after an interruption", hint: "Before the assistant speaks again." },
        acknowledgementPhrases: { label: "Acknowledgement phrases", hint: "These never interrupt. Empty: the built-in list." },
        interruptionPhrases: { label: "Interruption phrases", hint: "These always interrupt. Empty: the built-in list." },
      },
      artifactPlan: {
        recordingEnabled: { label: "Record calls", hint: "Both sides in stereo, in mono, and each side alone." },
        recordingFormat: { label: "Recording format", hint: "MP3 files are about eight times smaller." },
        videoRecordingEnabled: { label: "Record the caller's camera", hint: "Web calls only. The browser asks the caller." },
        recordingUseCustomStorageEnabled: {
          label: "Keep recordings in your own storage",
          hint: "They are played through this server, which keeps no copy.",
        },
        recordingPath: { label: "Folder in that storage", hint: "Below the folder of the credential, for example support/2026." },
        loggingEnabled: { label: "Log for download", hint: "The events of the call as JSON lines." },
        transcriptPlan: {
          enabled: { label: "Transcript as text", hint: "In the call and in the report to your server." },
          assistantName: { label: "Name of the assistant", hint: "Before each of its lines." },
          userName: { label: "Name of the caller", hint: "Before each of the caller's lines." },
        },
      },
    },
  },
} as const;
