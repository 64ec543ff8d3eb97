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
    sound: {
      default: "Default: {{sound}} on the web",
      off: "Off",
      office: "Office",
      url: "Your own sound",
      address: "URL of the sound",
      addressHint: "An MP3 file, or a WAV file of 16-bit PCM, up to {{maxMb}} MB. Its first {{maxSeconds}} seconds are repeated.",
    },
    values: { "wav;l16": "WAV, without loss", mp3: "MP3" },
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
    defaultModel: "Default: the end-of-turn model",
    /** Labels that the contract lacks. */
    fields: {
      backgroundSound: { label: "Sound", help: "The office is synthesized. Phone calls have it by default." },
      observabilityPlan: {
        label: "Send traces to Langfuse",
        help: "After each call: its turns, model requests with their tokens, tools, and the words.",
      },
      idleMessages: { one: "Message" },
      fillerMessages: { one: "Filler" },
    },
  },
} as const;
