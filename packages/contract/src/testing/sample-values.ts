import type { Customer } from "../phone/customer.ts";
import { REDACTED_KINDS } from "../plan/compliance-plan.ts";
import type { ServerTarget } from "../wire/server-target.ts";

/** A valid id that does not exist. */
export const SAMPLE_ID = "7d0e3f0a-0000-4000-8000-00000000000a";

/** Sample texts. The first that a schema accepts is used. */
export const TEXTS = [
  "Sample",
  "a-password-of-20-letters",
  SAMPLE_ID,
  "2030-01-01T08:00:00.000Z",
  "https://sample.example",
  "https://api.eu.residency.elevenlabs.io",
  "wss://sample.example",
  "a@sample.example",
  "+12025550110",
  "sample",
  "SAMPLE",
  "US",
  "415",
  "12",
  "#",
  "customer.speech.timeout[node=start]",
];
export const NUMBERS = [7, 2, 0.3, 0.6, 1.1, 24, 60, 150, 600, 3000, 8000, 30_000, -2, -10];

export const SAMPLE_SERVER: ServerTarget = {
  url: "https://hooks.example/calls",
  timeoutSeconds: 7,
  credentialId: SAMPLE_ID,
  headers: { "x-team": "sales" },
  backoffPlan: { type: "exponential", maxRetries: 3, baseDelaySeconds: 2, excludedStatusCodes: [404] },
  staticIpAddressesEnabled: true,
  encryptedPaths: ["message.call"],
};

const OVERRIDES = { variableValues: { plan: "gold" } };

export const SAMPLE_CUSTOMER: Customer = {
  number: "+14155550123",
  numberE164CheckEnabled: true,
  extension: "12",
  sipUri: "sip:ada@example.com",
  name: "Ada",
  email: "ada@example.com",
  externalId: "crm-1",
  assistantOverrides: OVERRIDES,
  squadOverrides: OVERRIDES,
};

/** A sample of an unknown value. */
export const ANYTHING = { note: "日本 🎉", nested: { list: [1, null] } };

/** Values by the names of the field and of the provider or the field around it, where any value of its type would not do. */
export const SAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  "assistantDestinations.assistantName": "Sample",
  "anthropic-bedrock.maxTokens": 4000,
  "anthropic-bedrock.model": "claude-sonnet-4-20250514",
  "anthropic.maxTokens": 4000,
  "anthropic.model": "claude-sonnet-4-20250514",
  "audioFormat.sampleRate": 8000,
  "authentication.username": "a-user-name-of-20-letters",
  backgroundSound: "office",
  "behavior.language": "es-MX",
  "branches.goTo": "Sample",
  callbackUrl: "https://video.example/done",
  callerId: "+12025550100",
  callers: ["in-a-hurry", "angry"],
  credentials: [],
  customer: SAMPLE_CUSTOMER,
  customers: SAMPLE_CUSTOMER,
  earliestAt: "2030-01-01T08:00:00.000Z",
  end: "2030-02-01T00:00:00.000Z",
  "edges.from": "Sample",
  "edges.to": "Sample1",
  // A field of the schema of samples.
  "evaluations.path": "size",
  "evaluations.value": "small",
  "fallbackPlan.transcribers": [{ provider: "openai", model: "gpt-4o-transcribe" }],
  "fallbackPlan.voices": [{ provider: "openai", voiceId: "alloy" }],
  from: "09:00",
  "gateways.ip": "192.0.2.1",
  holdAudioUrl: "https://sound.example/hold.mp3",
  latestAt: "2030-01-01T18:00:00.000Z",
  ".url": "https://api.example/{{ sku }}",
  "nightly.at": "02:00",
  number: "+14155550123",
  "model.openai.model": "gpt-5.5",
  "openai.promptCacheRetention": "24h",
  "openai.reasoningEffort": "low",
  "operations.column": "duration",
  "operations.operation": "sum",
  "model.provider": "openai",
  realtimeUrl: "wss://stt.example",
  "recordingConsentPlan.declineTool": { type: "endCall" },
  "recordingConsentPlan.voice": { provider: "callwright", voiceId: "slt" },
  "redactionPlan.kinds": [...REDACTED_KINDS],
  server: SAMPLE_SERVER,
  "structuredOutputs.model": { provider: "openai", model: "gpt-4.1" },
  sipUri: "sip:desk@example.com",
  start: "2030-01-01T00:00:00.000Z",
  "simulated.number": "+12025550110",
  "steps.otherwise": "end",
  "timeRange.step": "day",
  timeZone: "Europe/Berlin",
  timezone: "Europe/Vienna",
  transferCompleteAudioUrl: "https://sound.example/beep.mp3",
  twilioAccountSid: "AC1",
  twilioPhoneNumber: "+14155550123",
  until: "20:00",
  variableValues: OVERRIDES.variableValues,
  vonagePhoneNumber: "+14155550123",
  webhookUrl: "https://hooks.slack.example/x",
  waitFunction: "20",
};
