import { JSON_SCHEMA_TYPES } from "../wire/json-schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A field that clients and exports of the hosted platform send, and that has another name in the contract. */
export interface OlderField {
  field: string;
  /** The row is for objects whose schema has these fields. Default: the first part of `now`. */
  beside?: readonly string[];
  /** Path of today's field. */
  now?: string;
  /** Today's value. Undefined: there is none. Default: the older value. */
  as?: (value: unknown) => unknown;
  /** The value is added to a list without an entry of its `type`, or to a text. */
  adds?: "first" | "last";
  /** The contract has a field of this name, but the value has an older form. `as` returns the current form, and other values unchanged. */
  reforms?: true;
  /** The warning if `as` returns nothing. Default: none. */
  absent?: string;
  /** For a field without an equivalent: why it has no effect. The field is kept. */
  ignored?: string;
  /** The error of a refusal, with what to write instead. Undefined: the field is dropped. */
  refused?: (value: unknown, holder: Fields) => string | undefined;
}

const asSystemMessage = (content: unknown) =>
  typeof content === "string" && content !== "" ? { role: "system", content } : undefined;
const asMessages = (content: unknown) =>
  typeof content === "string" && content !== "" ? [{ role: "system", content }] : undefined;
/** An empty form saves an empty text. */
const unlessEmpty = (value: unknown) => (value === "" ? undefined : value);
const whenOn = (value: unknown) => (on: unknown) => (on === true ? value : undefined);
const beside = (...fields: string[]) => ({ beside: fields });

/** Fields of an assistant and of its overrides. */
const ASSISTANT = beside("firstMessage", "voicemailMessage");
/** Fields of a model of any provider. */
const MODEL = beside("messages", "numFastTurns");
/** Bodies of chats. Clients of the OpenAI Responses API send fields that belong to the assistant here. */
const CHAT = beside("input", "sessionId");
const NOT_HERE = "This server has no such setting.";

/** `[{ title, type, description, enum }]` of an exported workflow as a schema of an object. */
function asSchema(output: unknown): unknown {
  if (!Array.isArray(output)) return typeof output === "object" && output !== null ? output : undefined;
  const properties = output.flatMap((each: Fields) => {
    const { title, type = "string", description, enum: values } = each;
    if (typeof title !== "string" || title === "") return [];
    const isChoice = Array.isArray(values) && values.length > 0;
    return [[title, { type, ...(description ? { description } : {}), ...(isChoice ? { enum: values } : {}) }]];
  });
  return properties.length > 0 ? { type: "object", properties: Object.fromEntries(properties) } : undefined;
}

/** `{ firstMessage }` of a workflow's node as the beginning of its prompt. */
function asFirstWords(plan: unknown): unknown {
  const { firstMessage } = (plan ?? {}) as Fields;
  return typeof firstMessage === "string" && firstMessage !== ""
    ? `Begin with exactly these words: "${firstMessage}"`
    : undefined;
}

/** `{ name, description, parameters }` of older models as tools. */
function asFunctionTools(functions: unknown): unknown {
  if (!Array.isArray(functions)) return undefined;
  return functions.map((each: Fields) => {
    const { async, serverUrl, serverUrlSecret, ...definition } = each;
    const headers = typeof serverUrlSecret === "string" ? { headers: { "x-vapi-secret": serverUrlSecret } } : {};
    return {
      type: "function",
      ...(typeof async === "boolean" ? { async } : {}),
      ...(typeof serverUrl === "string" ? { server: { url: serverUrl, ...headers } } : {}),
      function: definition,
    };
  });
}

/** The files that older models searched, as a tool. A base with a server is not an older form. */
function asQueryTool(base: unknown): unknown {
  const { provider, fileIds } = (base ?? {}) as Fields;
  if (provider === "custom-knowledge-base" || !Array.isArray(fileIds)) return base;
  const knowledge = { provider: "google", name: "Files", description: "What this assistant knows.", fileIds };
  return fileIds.length > 0 ? { type: "query", knowledgeBases: [knowledge] } : undefined;
}

/** Names and values of headers as a schema whose fields have values. */
function asHeaderSchema(headers: unknown): unknown {
  const { type, ...others } = (headers ?? {}) as Fields;
  const isSchema = "properties" in others || (JSON_SCHEMA_TYPES as readonly unknown[]).includes(type);
  const entries = Object.entries((headers ?? {}) as Fields);
  if (isSchema || entries.length === 0 || entries.some(([, value]) => typeof value !== "string")) return headers;
  return { type: "object", properties: Object.fromEntries(entries.map(([name, value]) => [name, { type: "string", value }])) };
}

const asTransferTool = (number: unknown) =>
  typeof number === "string" && number !== "" ? { type: "transferCall", destinations: [{ type: "number", number }] } : undefined;

/** `[{ number, message, description }]`, or only the numbers, as one tool. */
const asTransferToolOf = (numbers: unknown) =>
  Array.isArray(numbers) && numbers.length > 0
    ? {
        type: "transferCall",
        destinations: numbers.map((each) => ({
          type: "number",
          ...(typeof each === "string" ? { number: each } : (each as Fields)),
        })),
      }
    : undefined;

/** Fields that only a server writes. A client that writes back what it read sends them, too. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "orgId",
  "createdAt",
  "updatedAt",
  "latestVersion",
  "isServerUrlSecretSet",
  "warnings",
]);

const isOnlyRead = (holder: Fields) => Object.keys(holder).every((field) => SERVER_FIELDS.has(field));
const writeId = (id: unknown) =>
  `is the id of a stored assistant, and this is a whole one: write assistantId: "${id}" in place of assistant`;

const belongsTo = (place: string) => (value: unknown) =>
  value === "" || (Array.isArray(value) && value.length === 0)
    ? undefined
    : `is the assistant's: write assistantOverrides.${place}`;

/** One row for each field and place. When two fields of a body lead to the same place, the first one wins. */
export const OLDER_FIELDS: readonly OlderField[] = [
  { field: "serverUrl", now: "server.url", as: unlessEmpty },
  { field: "serverUrl", now: "assistantOverrides.server.url", as: unlessEmpty },
  { field: "maxDurationSeconds", now: "assistantOverrides.maxDurationSeconds" },
  { field: "serverUrlSecret", now: "server.headers.x-vapi-secret", as: unlessEmpty },
  {
    field: "url",
    now: "url",
    as: unlessEmpty,
    reforms: true,
    absent: "An empty address is no address.",
    ...beside("url", "staticIpAddressesEnabled"),
  },
  { field: "extension", now: "extension", as: unlessEmpty, reforms: true, ...beside("extension", "callerId") },
  { field: "secret", now: "headers.x-vapi-secret", as: unlessEmpty, ...beside("url", "staticIpAddressesEnabled") },
  { field: "recordingEnabled", now: "artifactPlan.recordingEnabled" },
  { field: "videoRecordingEnabled", now: "artifactPlan.videoRecordingEnabled" },
  { field: "hipaaEnabled", now: "compliancePlan.hipaaEnabled" },
  { field: "endCallFunctionEnabled", now: "tools:append", as: whenOn({ type: "endCall" }), adds: "last" },
  { field: "dialKeypadFunctionEnabled", now: "tools:append", as: whenOn({ type: "dtmf" }), adds: "last" },
  { field: "forwardingPhoneNumber", now: "tools:append", as: asTransferTool, adds: "last" },
  { field: "endCallFunctionEnabled", now: "model.tools", as: whenOn({ type: "endCall" }), adds: "last", ...ASSISTANT },
  { field: "dialKeypadFunctionEnabled", now: "model.tools", as: whenOn({ type: "dtmf" }), adds: "last", ...ASSISTANT },
  { field: "forwardingPhoneNumber", now: "model.tools", as: asTransferTool, adds: "last", ...ASSISTANT },
  { field: "forwardingPhoneNumbers", now: "model.tools", as: asTransferToolOf, adds: "last", ...ASSISTANT },
  { field: "tools", now: "model.tools", adds: "last", ...ASSISTANT },
  { field: "toolIds", now: "model.toolIds", adds: "last", ...ASSISTANT },
  { field: "numWordsToInterruptAssistant", now: "stopSpeakingPlan.numWords" },
  { field: "responseDelaySeconds", now: "startSpeakingPlan.waitSeconds" },
  { field: "backgroundDenoisingEnabled", now: "backgroundSpeechDenoisingPlan.smartDenoisingPlan.enabled" },
  {
    field: "voicemailDetectionEnabled",
    now: "voicemailDetection",
    as: (on) => (on === true ? { provider: "vapi" } : on === false ? "off" : undefined),
  },
  {
    field: "llmRequestDelaySeconds",
    ignored: `${NOT_HERE} startSpeakingPlan.waitSeconds is the wait before the assistant speaks.`,
    ...ASSISTANT,
  },
  { field: "backchannelingEnabled", ignored: NOT_HERE, ...ASSISTANT },
  {
    field: "interruptionsEnabled",
    ignored: "Interruptions are on. stopSpeakingPlan.numWords is how many words interrupt.",
    ...ASSISTANT,
  },
  { field: "summaryPrompt", now: "summaryPlan.messages", as: asMessages },
  { field: "summaryRequestTimeoutSeconds", now: "summaryPlan.timeoutSeconds" },
  { field: "structuredDataPrompt", now: "structuredDataPlan.messages", as: asMessages },
  { field: "structuredDataSchema", now: "structuredDataPlan.schema" },
  { field: "structuredDataRequestTimeoutSeconds", now: "structuredDataPlan.timeoutSeconds" },
  { field: "successEvaluationPrompt", now: "successEvaluationPlan.messages", as: asMessages },
  { field: "successEvaluationRubric", now: "successEvaluationPlan.rubric" },
  { field: "successEvaluationRequestTimeoutSeconds", now: "successEvaluationPlan.timeoutSeconds" },
  { field: "systemPrompt", now: "messages", as: asSystemMessage, adds: "first", ...MODEL },
  { field: "functions", now: "tools", as: asFunctionTools, adds: "last", ...MODEL },
  { field: "knowledgeBase", now: "tools", as: asQueryTool, adds: "last", reforms: true, ...MODEL },
  { field: "inputPreprocessingEnabled", now: "chunkPlan.enabled" },
  { field: "inputMinCharacters", now: "chunkPlan.minCharacters" },
  { field: "inputPunctuationBoundaries", now: "chunkPlan.punctuationBoundaries" },
  { field: "inputReformattingEnabled", now: "chunkPlan.formatPlan.enabled" },
  { field: "headers", now: "headers", as: asHeaderSchema, reforms: true, ...beside("method", "url", "backoffPlan") },
  { field: "output", now: "schema", as: asSchema, ...beside("schema", "aliases") },
  { field: "messagePlan", now: "prompt", as: asFirstWords, adds: "first", ...beside("prompt", "globalNodePlan") },
  ...["assistantIds", "workflowIds"].map((field) => ({
    field,
    ignored: "An output inside an agent is made for its calls alone. Create it with POST /structured-output to share it.",
    ...beside("schema", "regex"),
  })),
  {
    field: "zdrEnabled",
    refused: (on) => (on ? "cannot be on: this server stores calls. hipaaEnabled keeps nothing of what was said" : undefined),
    ...beside("hipaaEnabled", "pciEnabled"),
  },
  { field: "tools", refused: belongsTo("model.tools"), ...CHAT },
  { field: "instructions", refused: belongsTo("model.messages"), ...CHAT },
  {
    field: "enabled",
    refused: (on) => (on === false ? 'cannot be off here: write voicemailDetection: "off"' : undefined),
    ...beside("beepMaxAwaitSeconds", "backoffPlan"),
  },
  { field: "assistantId", refused: writeId, ...ASSISTANT },
  { field: "id", refused: (id, holder) => (isOnlyRead(holder) ? writeId(id) : undefined), ...ASSISTANT },
];
