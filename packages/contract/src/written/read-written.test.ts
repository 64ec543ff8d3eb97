import { expect, test } from "vitest";
import { CreateAssistant } from "../assistant/assistant.ts";
import { CreateCall } from "../call/call-phone.ts";
import { CreateOrg } from "../org/org.ts";
import { CreatePhoneNumber } from "../phone/phone-number.ts";
import { CreateSquad } from "../squad/squad.ts";
import { CreateTool } from "../tool/tool.ts";
import { CreateWorkflow } from "../workflow/workflow.ts";
import { OLDER_FIELDS } from "./older-fields.ts";
import { readWritten } from "./read-written.ts";

const model = { provider: "openai", model: "gpt-4.1" };
const endCall = { type: "endCall" };
const dtmf = { type: "dtmf" };
const prompt = (content: string) => ({ messages: [{ role: "system", content }] });

const KEY_HEADER = { type: "object", properties: { "X-Key": { type: "string", value: "k" } } };
const MOMENT = { type: "number", number: "+14155550123", message: "One moment." };
const FILES = ["0b5a4a1e-3f64-4f9a-9b43-0f1f6d1c2a11"];
/** The written and the read object, for each row of the table. */
const ROWS: Record<string, [written: object, read: object]> = {
  serverUrl: [{ serverUrl: "https://a.example" }, { server: { url: "https://a.example" } }],
  serverUrlSecret: [
    { server: { url: "https://a.example" }, serverUrlSecret: "s" },
    { server: { url: "https://a.example", headers: { "x-vapi-secret": "s" } } },
  ],
  secret: [
    { server: { url: "https://a.example", secret: "s" } },
    { server: { url: "https://a.example", headers: { "x-vapi-secret": "s" } } },
  ],
  extension: [
    { model: { ...model, tools: [{ type: "transferCall", destinations: [{ ...MOMENT, extension: "" }] }] } },
    { model: { ...model, tools: [{ type: "transferCall", destinations: [MOMENT] }] } },
  ],
  recordingEnabled: [{ recordingEnabled: false }, { artifactPlan: { recordingEnabled: false } }],
  videoRecordingEnabled: [{ videoRecordingEnabled: true }, { artifactPlan: { videoRecordingEnabled: true } }],
  hipaaEnabled: [{ hipaaEnabled: true }, { compliancePlan: { hipaaEnabled: true } }],
  endCallFunctionEnabled: [{ model, endCallFunctionEnabled: true }, { model: { ...model, tools: [endCall] } }],
  dialKeypadFunctionEnabled: [
    { model: { ...model, tools: [endCall] }, dialKeypadFunctionEnabled: true },
    { model: { ...model, tools: [endCall, dtmf] } },
  ],
  forwardingPhoneNumber: [
    { model, forwardingPhoneNumber: "+14155550123" },
    { model: { ...model, tools: [{ type: "transferCall", destinations: [{ type: "number", number: "+14155550123" }] }] } },
  ],
  forwardingPhoneNumbers: [
    { model, forwardingPhoneNumbers: [{ number: "+14155550123", message: "One moment." }, "+14155550124"] },
    {
      model: {
        ...model,
        tools: [{ type: "transferCall", destinations: [MOMENT, { type: "number", number: "+14155550124" }] }],
      },
    },
  ],
  tools: [{ model, tools: [endCall] }, { model: { ...model, tools: [endCall] } }],
  toolIds: [
    { model, toolIds: ["0b5a4a1e-3f64-4f9a-9b43-0f1f6d1c2a11"] },
    { model: { ...model, toolIds: ["0b5a4a1e-3f64-4f9a-9b43-0f1f6d1c2a11"] } },
  ],
  numWordsToInterruptAssistant: [{ numWordsToInterruptAssistant: 3 }, { stopSpeakingPlan: { numWords: 3 } }],
  responseDelaySeconds: [{ responseDelaySeconds: 0.4 }, { startSpeakingPlan: { waitSeconds: 0.4 } }],
  backgroundDenoisingEnabled: [
    { backgroundDenoisingEnabled: true },
    { backgroundSpeechDenoisingPlan: { smartDenoisingPlan: { enabled: true } } },
  ],
  voicemailDetectionEnabled: [{ voicemailDetectionEnabled: true }, { voicemailDetection: { provider: "vapi" } }],
  summaryPrompt: [{ analysisPlan: { summaryPrompt: "Sum up." } }, { analysisPlan: { summaryPlan: prompt("Sum up.") } }],
  summaryRequestTimeoutSeconds: [
    { analysisPlan: { summaryRequestTimeoutSeconds: 9 } },
    { analysisPlan: { summaryPlan: { timeoutSeconds: 9 } } },
  ],
  structuredDataPrompt: [
    { analysisPlan: { structuredDataPrompt: "Read." } },
    { analysisPlan: { structuredDataPlan: prompt("Read.") } },
  ],
  structuredDataSchema: [
    { analysisPlan: { structuredDataSchema: { type: "object" } } },
    { analysisPlan: { structuredDataPlan: { schema: { type: "object" } } } },
  ],
  structuredDataRequestTimeoutSeconds: [
    { analysisPlan: { structuredDataRequestTimeoutSeconds: 9 } },
    { analysisPlan: { structuredDataPlan: { timeoutSeconds: 9 } } },
  ],
  successEvaluationPrompt: [
    { analysisPlan: { successEvaluationPrompt: "Judge." } },
    { analysisPlan: { successEvaluationPlan: prompt("Judge.") } },
  ],
  successEvaluationRubric: [
    { analysisPlan: { successEvaluationRubric: "Matrix" } },
    { analysisPlan: { successEvaluationPlan: { rubric: "Matrix" } } },
  ],
  successEvaluationRequestTimeoutSeconds: [
    { analysisPlan: { successEvaluationRequestTimeoutSeconds: 9 } },
    { analysisPlan: { successEvaluationPlan: { timeoutSeconds: 9 } } },
  ],
  systemPrompt: [
    { model: { ...model, systemPrompt: "Be brief.", messages: [{ role: "user", content: "Hi" }] } },
    {
      model: {
        ...model,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Hi" },
        ],
      },
    },
  ],
  functions: [
    { model: { ...model, functions: [{ name: "book", async: true, parameters: { type: "object", properties: {} } }] } },
    {
      model: {
        ...model,
        tools: [{ type: "function", async: true, function: { name: "book", parameters: { type: "object", properties: {} } } }],
      },
    },
  ],
  knowledgeBase: [
    { model: { ...model, knowledgeBase: { provider: "canonical", topK: 2, fileIds: FILES } } },
    {
      model: {
        ...model,
        tools: [
          {
            type: "query",
            knowledgeBases: [{ provider: "google", name: "Files", description: expect.any(String), fileIds: FILES }],
          },
        ],
      },
    },
  ],
  inputPreprocessingEnabled: [voice({ inputPreprocessingEnabled: false }), voice({ chunkPlan: { enabled: false } })],
  inputMinCharacters: [voice({ inputMinCharacters: 10 }), voice({ chunkPlan: { minCharacters: 10 } })],
  inputPunctuationBoundaries: [
    voice({ inputPunctuationBoundaries: ["."] }),
    voice({ chunkPlan: { punctuationBoundaries: ["."] } }),
  ],
  inputReformattingEnabled: [
    voice({ inputReformattingEnabled: false }),
    voice({ chunkPlan: { formatPlan: { enabled: false } } }),
  ],
  output: [
    tool({ variableExtractionPlan: { output: [{ title: "day", type: "string", description: "Which", enum: [] }] } }),
    tool({
      variableExtractionPlan: { schema: { type: "object", properties: { day: { type: "string", description: "Which" } } } },
    }),
  ],
  headers: [apiTool({ headers: { "X-Key": "k" } }), apiTool({ headers: KEY_HEADER })],
  zdrEnabled: [{ compliancePlan: { zdrEnabled: false } }, { compliancePlan: {} }],
};

function voice(fields: object): object {
  return { voice: { provider: "11labs", voiceId: "burt", ...fields } };
}

function tool(fields: object): object {
  return { model: { ...model, tools: [{ type: "function", ...fields }] } };
}

function apiTool(fields: object): object {
  return { model: { ...model, tools: [{ type: "apiRequest", method: "POST", url: "https://a.example", ...fields }] } };
}

const read = (written: object) => {
  const result = readWritten(CreateAssistant, written);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result;
};

test.each(Object.entries(ROWS))("%s is written where it stands today", (_, [written, expected]) => {
  const { value, warnings } = read(written);
  expect(value).toEqual(expected);
  expect(warnings).toEqual([]);
});

test("each row of the table with a place of today has a case", () => {
  const mapped = OLDER_FIELDS.filter(({ now, absent }) => now !== undefined && absent === undefined).map(({ field }) => field);
  // The first is covered by the test of a call, the second by that of an exported workflow.
  expect([...new Set(mapped)].filter((field) => !(field in ROWS))).toEqual(["maxDurationSeconds", "messagePlan"]);
});

test("a structured output inside of an assistant is made for its calls alone, and says so", () => {
  const output = { name: "o", schema: { type: "object" }, assistantIds: ["0b5a4a1e-3f64-4f9a-9b43-0f1f6d1c2a11"] };
  const { value, warnings } = read({ artifactPlan: { structuredOutputs: [output] } });
  expect(value).toEqual({ artifactPlan: { structuredOutputs: [output] } });
  expect(warnings).toEqual([
    { field: "artifactPlan.structuredOutputs.0.assistantIds", message: expect.stringContaining("POST /structured-output") },
  ]);
});

test.each(OLDER_FIELDS.filter(({ ignored, beside }) => ignored !== undefined && beside?.includes("firstMessage")))(
  "$field is kept, and said to have no effect",
  ({ field, ignored }) => {
    const { value, warnings } = read({ [field]: true });
    expect(value).toEqual({ [field]: true });
    expect(warnings).toEqual([{ field, message: ignored }]);
  },
);

test("the field of today wins over the older one, and says so", () => {
  const { value, warnings } = read({ serverUrl: "https://old.example", server: { url: "https://new.example" } });
  expect(value).toEqual({ server: { url: "https://new.example" } });
  expect(warnings).toEqual([{ field: "serverUrl", message: "No effect: server.url is set." }]);
});

test("headers that are a schema stay as they are, and others are refused", () => {
  expect(read(apiTool({ headers: KEY_HEADER })).value).toEqual(apiTool({ headers: KEY_HEADER }));
  expect(readWritten(CreateAssistant, apiTool({ headers: { "X-Key": 1 } }))).toMatchObject({ ok: false });
});

test("what a call says of its assistant is an override", () => {
  const customer = { number: "+14155550123" };
  const written = { assistantId: "0b5a4a1e-3f64-4f9a-9b43-0f1f6d1c2a11", customer };
  const call = { ...written, serverUrl: "https://a.example", maxDurationSeconds: 60, assistantOverrides: { name: "Ada" } };
  expect(readWritten(CreateCall, call)).toMatchObject({
    ok: true,
    value: {
      ...written,
      assistantOverrides: { name: "Ada", server: { url: "https://a.example" }, maxDurationSeconds: 60 },
    },
    warnings: [],
  });
});

test("a tool that the model has is not added twice", () => {
  const { value } = read({ model: { ...model, tools: [endCall] }, endCallFunctionEnabled: true });
  expect(value).toEqual({ model: { ...model, tools: [endCall] } });
  const number = "+14155550123";
  const forwarded = read({ model, forwardingPhoneNumbers: [{ number, message: "Hi" }], forwardingPhoneNumber: number });
  expect(forwarded.value.model).toMatchObject({ tools: [{ destinations: [{ number, message: "Hi" }] }] });
  expect(forwarded.value.model?.tools).toHaveLength(1);
});

test("an exported workflow is read", () => {
  const { nodes } = readNodes([
    { type: "conversation", name: "hello", isStart: true, prompt: "Ask for the day.", messagePlan: { firstMessage: "Hi!" } },
    {
      type: "tool",
      name: "book",
      toolId: null,
      tool: {
        type: "function",
        server: { url: "https://a.example", headers: null, encryptedPaths: null },
        function: { name: "book" },
      },
    },
  ]);
  expect(nodes).toEqual([
    { type: "conversation", name: "hello", isStart: true, prompt: 'Begin with exactly these words: "Hi!"\n\nAsk for the day.' },
    { type: "tool", name: "book", tool: { type: "function", server: { url: "https://a.example" }, function: { name: "book" } } },
  ]);
});

function readNodes(nodes: object[]): CreateWorkflow {
  const read = readWritten(CreateWorkflow, { name: "w", nodes, edges: [], credentials: null });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  expect(read.warnings).toEqual([]);
  return read.value;
}

test("older fields are read at every depth", () => {
  const old = { serverUrl: "https://a.example", endCallFunctionEnabled: true };
  const now = { server: { url: "https://a.example" } };
  const assistant = { model, ...old };
  const nested = readWritten(CreateCall, {
    squad: { members: [{ assistant, assistantOverrides: old }] },
    assistantOverrides: { "tools:append": [{ type: "handoff", destinations: [{ type: "assistant", assistant }] }] },
  });
  const readAssistant = { model: { ...model, tools: [endCall] }, ...now };
  expect(nested.ok && nested.value).toEqual({
    squad: { members: [{ assistant: readAssistant, assistantOverrides: { "tools:append": [endCall], ...now } }] },
    assistantOverrides: {
      "tools:append": [{ type: "handoff", destinations: [{ type: "assistant", assistant: readAssistant }] }],
    },
  });
  const workflow = {
    name: "w",
    nodes: [{ type: "tool", name: "a", tool: { type: "function", server: { url: "https://a.example", secret: "s" } } }],
    edges: [],
    numWordsToInterruptAssistant: 2,
  };
  expect(readWritten(CreateWorkflow, workflow)).toMatchObject({
    ok: true,
    value: { stopSpeakingPlan: { numWords: 2 }, nodes: [{ tool: { server: { headers: { "x-vapi-secret": "s" } } } }] },
  });
});

test("what a form saved empty is nothing, and a detection of voicemail that is on is one", () => {
  const { value, warnings } = read({
    serverUrl: "",
    serverUrlSecret: "",
    voicemailDetection: { provider: "vapi", enabled: true },
  });
  expect([value, warnings]).toEqual([{ voicemailDetection: { provider: "vapi" } }, []]);
});

test("null of an optional field is absence, and null that means something stays", () => {
  expect(
    read({
      name: null,
      server: { url: "https://a.example", headers: null },
      model: { ...model, messages: [{ role: "user", content: null }] },
    }).value,
  ).toEqual({
    server: { url: "https://a.example" },
    model: { ...model, messages: [{ role: "user", content: null }] },
  });
  expect(readWritten(CreateAssistant, { metadata: { a: null } })).toMatchObject({ value: { metadata: { a: null } } });
});

test("an unknown field is kept where it stands, with a warning", () => {
  const written = { analysisPlan: { sentimentPlan: { enabled: true } }, personality: "warm" };
  expect(read(written)).toMatchObject({
    ok: true,
    value: written,
    warnings: [
      { field: "analysisPlan.sentimentPlan", message: "Unknown to this server, no effect." },
      { field: "personality", message: "Unknown to this server, no effect." },
    ],
  });
  expect(readWritten(CreateTool, { type: "endCall", metadata: { a: 1 } })).toMatchObject({
    ok: true,
    value: { metadata: { a: 1 } },
  });
  expect(
    readWritten(CreateSquad, { members: [{ assistantId: "0b5a4a1e-3f64-4f9a-9b43-0f1f6d1c2a11", weight: 2 }] }),
  ).toMatchObject({
    ok: true,
    warnings: [{ field: "members.0.weight" }],
  });
});

test.each<[string, object, string]>([
  ["a typo", { firstMesage: "Hi" }, "property firstMesage should not exist: write firstMessage"],
  [
    "a typo inside",
    { model, stopSpeakingPlan: { num_words: 1 } },
    "stopSpeakingPlan.property num_words should not exist: write numWords",
  ],
  [
    "a detection of voicemail that is off",
    { voicemailDetection: { provider: "vapi", enabled: false } },
    'voicemailDetection.enabled cannot be off here: write voicemailDetection: "off"',
  ],
  ["a part of a compliance plan", { compliancePlan: { redact: true } }, "compliancePlan.property redact should not exist"],
  [
    "zero retention",
    { compliancePlan: { zdrEnabled: true } },
    "compliancePlan.zdrEnabled cannot be on: this server stores calls. hipaaEnabled keeps nothing of what was said",
  ],
  [
    "a part of a transfer",
    {
      model: {
        ...model,
        tools: [{ type: "transferCall", destinations: [{ type: "number", number: "+14155550123", onlyIf: "x" }] }],
      },
    },
    "model.tools.0.destinations.0.property onlyIf should not exist",
  ],
  [
    "a stored assistant's id",
    { assistantId: "a1" },
    'assistantId is the id of a stored assistant, and this is a whole one: write assistantId: "a1" in place of assistant',
  ],
  ["a tool without a model", { endCallFunctionEnabled: true }, "endCallFunctionEnabled needs model: it is a part of model.tools"],
])("%s is refused", (_, written, problem) => {
  expect(readWritten(CreateAssistant, written)).toEqual({ ok: false, problems: [problem] });
});

test("an organization refuses unknown fields", () => {
  expect(readWritten(CreateOrg, { name: "Acme", colour: "red" })).toEqual({
    ok: false,
    problems: ["property colour should not exist"],
  });
});

test("what a server writes is left out of an inline assistant", () => {
  const server = { id: "a1", orgId: "o1", createdAt: "", updatedAt: "", latestVersion: "v1", isServerUrlSecretSet: false };
  expect(read({ name: "Ada", ...server })).toMatchObject({ ok: true, value: { name: "Ada" }, warnings: [] });
});

test.each([
  [{ server: { url: "" } }, { server: {} }, "server.url"],
  [
    { model: { ...model, tools: [{ type: "function", server: { url: "", timeoutSeconds: 5 } }] } },
    { model: { ...model, tools: [{ type: "function", server: { timeoutSeconds: 5 } }] } },
    "model.tools.0.server.url",
  ],
])("an empty address is none, and says so: %j", (written, value, field) => {
  expect(read(written)).toMatchObject({ warnings: [{ field, message: "An empty address is no address." }] });
  expect(read(written).value).toEqual(value);
});

test("a knowledge base of a server stays, and one without files is none", () => {
  const ofServer = { provider: "custom-knowledge-base", server: { url: "https://knows.example" } };
  expect(read({ model: { ...model, knowledgeBase: ofServer } }).value).toEqual({ model: { ...model, knowledgeBase: ofServer } });
  expect(read({ model: { ...model, knowledgeBase: { provider: "canonical", fileIds: [] } } }).value).toEqual({ model });
});

test("fields that only older ones wrote are parts of themselves", () => {
  const { parts } = read({ serverUrl: "https://a.example", hipaaEnabled: true, compliancePlan: { pciEnabled: true } });
  expect([...parts]).toEqual(["server"]);
});

test("an older field of a change wins over what is stored, and not over the change itself", () => {
  const stored = { server: { url: "https://old.example", timeoutSeconds: 5 } };
  const serverUrl = "https://new.example";
  expect(readWritten(CreateAssistant, { ...stored, serverUrl }, { changed: new Set(["serverUrl"]) })).toMatchObject({
    value: { server: { url: serverUrl, timeoutSeconds: 5 } },
    warnings: [],
  });
  expect(readWritten(CreateAssistant, { ...stored, serverUrl }, { changed: new Set(["serverUrl", "server"]) })).toMatchObject({
    value: stored,
    warnings: [{ field: "serverUrl" }],
  });
});

test("a number keeps its server", () => {
  const number = { provider: "simulated", number: "+14155550123" };
  expect(readWritten(CreatePhoneNumber, { ...number, serverUrl: "https://a.example" })).toMatchObject({
    ok: true,
    value: { server: { url: "https://a.example" } },
  });
});
