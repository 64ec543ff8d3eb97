import type { z } from "zod";
import type { TransferAssistant } from "../assistant/transfer-assistant.ts";
import type { CreatePhoneNumber, ImportTwilioPhoneNumber, ImportVonagePhoneNumber } from "../phone/phone-number.ts";
import type { PhoneNumberHook } from "../phone/phone-number-hook.ts";
import type { PhoneDestination, SpokenMessage, TransferPlan } from "../tool/transfer-destination.ts";
import { SAMPLE_ID, SAMPLE_SERVER } from "./sample-parts.ts";

const spoken: z.infer<typeof SpokenMessage> = {
  type: "custom-message",
  content: "One moment.",
  contents: [{ type: "text", text: "Un momento.", language: "es" }],
};

export const SAMPLE_TRANSFER_ASSISTANT: TransferAssistant = {
  name: "Handover",
  firstMessage: "Here is a caller.",
  firstMessageMode: "assistant-waits-for-user",
  voice: { provider: "callwright", voiceId: "slt" },
  transcriber: { provider: "callwright", model: "auto" },
  backgroundSound: "office",
  startSpeakingPlan: { waitSeconds: 0.4 },
  model: {
    provider: "openai",
    model: "gpt-4o",
    messages: [{ role: "system", content: "Ask whether the call is taken." }],
    toolIds: [SAMPLE_ID],
    tools: [
      {
        type: "transferSuccessful",
        function: {
          name: "connect",
          description: "Connects the two",
          strict: true,
          parameters: { type: "object", properties: {}, required: [] },
        },
        messages: [{ type: "request-start", content: "One moment." }],
        rejectionPlan: { conditions: [] },
      },
    ],
  },
  maxDurationSeconds: 60,
  silenceTimeoutSeconds: 20,
  backgroundSpeechDenoisingPlan: { smartDenoisingPlan: { enabled: true } },
};

const transferPlan: z.infer<typeof TransferPlan> = {
  mode: "warm-transfer-say-message",
  message: spoken,
  timeout: 30,
  sipVerb: "dial",
  dialTimeout: 20,
  holdAudioUrl: "https://sound.example/hold.mp3",
  transferCompleteAudioUrl: "https://sound.example/beep.mp3",
  twiml: "<Response/>",
  summaryPlan: { enabled: false, messages: [{ role: "system", content: "Sum it up." }], timeoutSeconds: 7 },
  sipHeadersInReferToEnabled: true,
  transferAssistant: SAMPLE_TRANSFER_ASSISTANT,
  fallbackPlan: { message: spoken, endCallEnabled: false },
};

const contexts = [{ type: "all" }, { type: "none" }, { type: "lastNMessages", maxMessages: 3 }] as const;

const number = (contextEngineeringPlan: (typeof contexts)[number]): PhoneDestination => ({
  type: "number",
  number: "+14155550123",
  numberE164CheckEnabled: true,
  extension: "12",
  message: spoken,
  callerId: "+14155550100",
  transferPlan: { ...transferPlan, contextEngineeringPlan },
  description: "The front desk",
});

const sip = (contextEngineeringPlan: (typeof contexts)[number]): PhoneDestination => ({
  type: "sip",
  sipUri: "sip:desk@example.com",
  sipHeaders: { "X-Desk": "1" },
  message: spoken,
  callerId: "+14155550100",
  transferPlan: { ...transferPlan, contextEngineeringPlan },
  description: "The front desk",
});

/** Every destination with every context. */
export const destinations = contexts.flatMap((context) => [number(context), sip(context)]);
const actions = [
  ...destinations.map((destination) => ({ type: "transfer" as const, destination })),
  { type: "say" as const, exact: "We are closed." },
];

const hooks: PhoneNumberHook[] = [
  { on: "call.ringing", filters: [{ type: "startsWith", key: "number", startsWith: ["43"] }], do: actions },
  {
    on: "call.ending",
    filters: [{ type: "oneOf", key: "call.endedReason", oneOf: ["assistant-request-failed"] }],
    do: actions,
  },
];

const commonFor = (fallbackDestination: PhoneDestination) => ({
  name: "Sample",
  assistantId: SAMPLE_ID,
  squadId: SAMPLE_ID,
  workflowId: SAMPLE_ID,
  server: SAMPLE_SERVER,
  fallbackDestination,
  hooks,
});

const twilio = {
  twilioAccountSid: "AC1",
  twilioAuthToken: "token",
  twilioApiKey: "key",
  twilioApiSecret: "secret",
  smsEnabled: false,
};

const numbersWith = (fallbackDestination: PhoneDestination): CreatePhoneNumber[] => {
  const common = commonFor(fallbackDestination);
  return [
    {
      provider: "byo-phone-number",
      number: "+14155550123",
      numberE164CheckEnabled: false,
      credentialId: SAMPLE_ID,
      ...common,
    },
    { provider: "twilio", number: "+14155550123", ...twilio, ...common },
    { provider: "vonage", number: "+14155550123", credentialId: SAMPLE_ID, ...common },
    {
      provider: "vapi",
      number: "+14155550123",
      numberDesiredAreaCode: "415",
      sipUri: "sip:sample@sip.example",
      authentication: { realm: "realm", username: "a-user-name-of-20-letters", password: "a-password-of-20-letters" },
      ...common,
    },
    {
      provider: "simulated",
      number: "+12025550110",
      ringSeconds: 20,
      outcomes: { handset: 1, answers: 2, voicemail: 3, busy: 4, noAnswer: 5, declined: 6, wrongPerson: 7 },
      seed: 1,
      ...common,
    },
    { provider: "telnyx", number: "+14155550123", credentialId: SAMPLE_ID, ...common },
  ];
};

/** One number of every provider with every field set, and one with each destination type. */
export const saturatedPhoneNumbers: CreatePhoneNumber[] = destinations.flatMap(numbersWith);

export const saturatedTwilioImports: ImportTwilioPhoneNumber[] = destinations.map((destination) => ({
  twilioPhoneNumber: "+14155550123",
  ...twilio,
  ...commonFor(destination),
}));

export const saturatedVonageImports: ImportVonagePhoneNumber[] = destinations.map((destination) => ({
  vonagePhoneNumber: "+14155550123",
  credentialId: SAMPLE_ID,
  ...commonFor(destination),
}));
