import type { AssistantOverrides, CreateAssistant } from "../assistant/assistant.ts";
import { REDACTED_KINDS } from "../plan/compliance-plan.ts";
import type { StartSpeakingPlan } from "../plan/speaking-plan.ts";
import { SAMPLE_ID, SAMPLE_SERVER } from "./sample-parts.ts";
import { saturatedHooks, saturatedModels, saturatedTranscribers, saturatedVoices } from "./saturated-assistant-parts.ts";
import { SAMPLE_JSON_SCHEMA, saturatedTools } from "./saturated-tool.ts";

const prompted = { enabled: false, messages: [{ role: "system", content: "{{ transcript }}" }], timeoutSeconds: 9 };
const structuredDataPlan = { ...prompted, enabled: true, schema: SAMPLE_JSON_SCHEMA };
const regexOptions = [{ type: "whole-word" as const, enabled: true }];

const endpointing: StartSpeakingPlan["smartEndpointingPlan"][] = [
  { provider: "vapi" },
  { provider: "livekit", waitFunction: "20" },
  { provider: "custom-endpointing-model", server: SAMPLE_SERVER },
];

const heardVoicemail = {
  type: "transcript" as const,
  beepMaxAwaitSeconds: 20,
  backoffPlan: { startAtSeconds: 3, frequencySeconds: 4, maxRetries: 3 },
};
const voicemail: CreateAssistant["voicemailDetection"][] = [
  { provider: "vapi", ...heardVoicemail },
  { provider: "google", ...heardVoicemail },
  { provider: "openai", ...heardVoicemail },
  {
    provider: "twilio",
    enabled: false,
    voicemailDetectionTypes: ["machine_start"],
    machineDetectionTimeout: 20,
    machineDetectionSpeechThreshold: 2000,
    machineDetectionSpeechEndThreshold: 1000,
    machineDetectionSilenceTimeout: 4000,
  },
];

const consent = {
  message: "May we record?",
  voice: saturatedVoices[0],
  firstMessageMode: "assistant-waits-for-user" as const,
};
const recordingConsent = [
  { type: "stay-on-line" as const, ...consent, waitSeconds: 5 },
  { type: "verbal" as const, ...consent, declineTool: { type: "endCall" }, declineToolId: SAMPLE_ID },
];

/** Plans that assistants and workflows share, with the `index`th of each choice. */
export const plansWith = (index: number) => ({
  startSpeakingPlan: {
    ...{ waitSeconds: 1, fillerSeconds: 4, fillerMessages: ["Let me see."] },
    smartEndpointingEnabled: "livekit" as const,
    smartEndpointingPlan: endpointing[index % endpointing.length],
    customEndpointingRules: [
      { type: "assistant" as const, regex: "number", regexOptions, timeoutSeconds: 2 },
      { type: "customer" as const, regex: "wait", regexOptions, timeoutSeconds: 2 },
      {
        type: "both" as const,
        assistantRegex: "number",
        assistantRegexOptions: regexOptions,
        customerRegex: "\\d",
        customerRegexOptions: regexOptions,
        timeoutSeconds: 2,
      },
    ],
    transcriptionEndpointingPlan: { onPunctuationSeconds: 0.2, onNoPunctuationSeconds: 1, onNumberSeconds: 0.7 },
  },
  stopSpeakingPlan: {
    numWords: 2,
    voiceSeconds: 0.3,
    backoffSeconds: 2,
    acknowledgementPhrases: ["aha"],
    interruptionPhrases: ["halt"],
  },
  artifactPlan: {
    recordingEnabled: false,
    recordingFormat: "mp3" as const,
    recordingUseCustomStorageEnabled: false,
    recordingPath: "/calls",
    videoRecordingEnabled: true,
    fullMessageHistoryEnabled: true,
    pcapEnabled: false,
    pcapS3PathPrefix: "/pcap",
    pcapUseCustomStorageEnabled: false,
    loggingEnabled: false,
    loggingUseCustomStorageEnabled: false,
    loggingPath: "/logs",
    transcriptPlan: { enabled: false, assistantName: "Riley", userName: "Guest" },
    structuredOutputIds: [SAMPLE_ID],
    structuredOutputs: [
      {
        name: "mood",
        type: "regex" as const,
        regex: "/(good|bad)/i",
        schema: SAMPLE_JSON_SCHEMA,
        description: "How the caller feels.",
        compliancePlan: { forceStoreOnHipaaEnabled: false },
        conditions: [
          { type: "minMessages" as const, count: 3 },
          { type: "minCallDuration" as const, seconds: 9 },
          { type: "endedReason" as const, operator: "oneOf" as const, values: ["customer-ended-call"] },
        ],
        model: { provider: "openai", model: "gpt-4.1" },
      },
    ],
    scorecardIds: [SAMPLE_ID],
    scorecards: [
      {
        name: "score",
        description: "The score of the mood.",
        metrics: [
          {
            structuredOutputId: SAMPLE_ID,
            conditions: [
              { type: "comparator" as const, comparator: ">=" as const, value: 7, points: 100 },
              { type: "comparator" as const, comparator: "=" as const, value: true, points: 10 },
            ],
          },
        ],
      },
    ],
  },
  analysisPlan: {
    minMessagesThreshold: 3,
    summaryPlan: prompted,
    structuredDataPlan,
    structuredDataMultiPlan: [{ key: "order", plan: structuredDataPlan }],
    successEvaluationPlan: { ...prompted, rubric: "Matrix" as const },
    outcomeIds: [SAMPLE_ID],
  },
  monitorPlan: {
    listenEnabled: false,
    listenAuthenticationEnabled: true,
    controlEnabled: false,
    controlAuthenticationEnabled: true,
    monitorIds: [SAMPLE_ID],
  },
  voicemailDetection: voicemail[index % voicemail.length],
  voicemailMessage: "Please call back.",
  keypadInputPlan: { enabled: true, timeoutSeconds: 3, delimiters: "#" as const },
  backgroundSpeechDenoisingPlan: {
    smartDenoisingPlan: { enabled: true },
    fourierDenoisingPlan: {
      enabled: true,
      mediaDetectionEnabled: false,
      staticThreshold: -40,
      baselineOffsetDb: -10,
      windowSizeMs: 2000,
      baselinePercentile: 80,
    },
  },
  compliancePlan: {
    hipaaEnabled: true,
    pciEnabled: true,
    securityFilterPlan: {
      enabled: true,
      filters: [
        ...(["sql-injection", "xss", "ssrf", "rce", "prompt-injection"] as const).map((type) => ({ type })),
        { type: "regex" as const, regex: "badword" },
      ],
      mode: "replace" as const,
      replacementText: "…",
    },
    redactionPlan: { enabled: true, kinds: [...REDACTED_KINDS] },
    recordingConsentPlan: recordingConsent[index % recordingConsent.length],
  },
  observabilityPlan: {
    provider: "langfuse" as const,
    tags: ["shop"],
    metadata: { team: "sales" },
    promptName: "order",
    promptVersion: 2,
    traceName: "call",
  },
  backgroundSound: "office" as const,
  maxDurationSeconds: 900,
  hooks: saturatedHooks,
  server: SAMPLE_SERVER,
  credentials: [],
  credentialIds: [SAMPLE_ID],
});

const assistantWith = (index: number): CreateAssistant => ({
  name: "Riley",
  model: saturatedModels[index % saturatedModels.length],
  voice: saturatedVoices[index % saturatedVoices.length],
  transcriber: saturatedTranscribers[index % saturatedTranscribers.length],
  firstMessage: "Hi",
  firstMessageMode: "assistant-waits-for-user",
  firstMessageInterruptionsEnabled: true,
  silenceTimeoutSeconds: 45,
  endCallMessage: "Bye",
  endCallPhrases: ["goodbye"],
  failureMessage: "Sorry",
  clientMessages: ["transcript"],
  serverMessages: ["end-of-call-report"],
  modelOutputInMessagesEnabled: true,
  messagePlan: {
    idleMessages: ["Are you there?"],
    idleMessageMaxSpokenCount: 2,
    idleMessageResetCountOnUserSpeechEnabled: true,
    idleTimeoutSeconds: 20,
    silenceTimeoutMessage: "Bye",
  },
  transportConfigurations: [{ provider: "twilio", timeout: 30, record: true, recordingChannels: "dual" }],
  metadata: { note: "日本 🎉", nested: { list: [1, null] } },
  ...plansWith(index),
});

/** Assistants that together have every field and every choice of a model, a voice and a transcriber. */
export const saturatedAssistants: CreateAssistant[] = saturatedVoices.map((_, index) => assistantWith(index));

export const saturatedOverrides: AssistantOverrides = {
  ...assistantWith(0),
  variableValues: { name: "Ada", items: [{ size: "L" }] },
  "tools:append": [saturatedTools.endCall],
};
