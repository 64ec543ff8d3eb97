import {
  type Assistant,
  type ErrorBody,
  HOOK_EVENTS,
  type ServerStatus,
  type Squad,
  TOOL_TYPES,
  type Workflow,
} from "@callwright/contract";
import * as samples from "@callwright/contract/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assistant as assistants } from "../../apps/server/src/modules/assistant/tables.ts";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { organization } from "../../apps/server/src/platform/auth/tables.ts";
import { FIELD_RULES } from "../../apps/server/src/platform/capabilities/field-rules.ts";
import { ignoredFields, refuseHarmfulFields } from "../../apps/server/src/platform/capabilities/unsupported-fields.ts";

const SAMPLES: Record<string, readonly object[]> = {
  credential: samples.saturatedCredentials,
  "phone-number": [
    ...samples.saturatedPhoneNumbers,
    ...samples.saturatedTwilioImports.slice(0, 1),
    ...samples.saturatedVonageImports.slice(0, 1),
  ],
  assistant: [...samples.saturatedAssistants, ...samples.saturatedOverrides],
  eval: [
    ...samples.saturatedAssistants.map((assistant) => ({ name: "Sample", assistant })),
    ...samples.saturatedScenarios,
    ...samples.saturatedTestSuites,
  ],
  "knowledge-base": samples.saturatedKnowledgeBases,
  org: samples.saturatedOrgs,
  session: samples.saturatedSessions,
  "test-suite": [...samples.saturatedTestSuites, ...samples.saturatedSuiteTests],
  tool: samples.saturatedTools,
  workflow: samples.saturatedWorkflows,
};

/** A copy with every switch on, because a rule never warns about a switch that is off. */
const switchedOn = (sample: object): object =>
  JSON.parse(JSON.stringify(sample), (_key, value: unknown) => (value === false ? true : value)) as object;

const BUDGET = { type: "enabled", budgetTokens: 2000 };

/** A server without addresses of its own. */
const HERE = { providerUrls: {} };

describe("a rule on a field", () => {
  const rules = Object.entries(FIELD_RULES).flatMap(([resource, all]) =>
    all.flatMap(({ path, effect, like }) => (path === "*" || effect === "refused" || like ? [] : [[resource, path] as const])),
  );

  it.each(rules)("%s: %s is a field of the contract", (resource, path) => {
    const warned = (SAMPLES[resource] ?? []).flatMap((sample) =>
      ignoredFields(resource, switchedOn(sample)).map(({ field }) => field),
    );
    expect(warned.map((field) => field.replace(/\.\d+(?=\.|$)/g, ".*"))).toContain(path);
  });
});

describe("what a write asks for", () => {
  it("is no warning when it is off or honored", () => {
    const config = {
      name: "Ada",
      firstMessage: "Hello.",
      metadata: { hooks: ["mine"] },
      hooks: [],
      backgroundSound: "off",
      artifactPlan: { recordingEnabled: false, recordingFormat: "wav;l16", pcapEnabled: false },
      model: { provider: "custom-llm", model: "m", url: "http://models.example", temperature: 0.2, maxTokens: 100 },
    };
    expect(ignoredFields("assistant", config)).toEqual([]);
  });

  it("is a warning where it is ignored, with its path at whatever depth", () => {
    const fallbackPlan = { voices: [{ provider: "lmnt", voiceId: "lily", speed: 2 }] };
    const assistant = {
      model: { provider: "openai", model: "gpt-4o", numFastTurns: 2 },
      voice: { provider: "sesame", fallbackPlan },
    };
    const fields = (resource: string, body: object) => ignoredFields(resource, body).map(({ field }) => field);
    expect(fields("assistant", assistant)).toEqual(["model.numFastTurns", "voice.provider", "voice.fallbackPlan.voices.0.speed"]);
    expect(fields("assistant", { baseVersion: "v1", config: { monitorPlan: { monitorIds: ["a"] } } })).toEqual([
      "monitorPlan.monitorIds",
    ]);
    const voicemailDetection = { provider: "openai", beepMaxAwaitSeconds: 20 };
    expect(fields("assistant", { voicemailDetection, voicemailMessage: "Call me." })).toEqual(["voicemailDetection.provider"]);
    const bySip = { type: "sip", sipUri: "sip:a@b.c", transferPlan: { mode: "warm-transfer-twiml" } };
    expect(fields("assistant", { model: { tools: [{ type: "transferCall", destinations: [bySip] }] } })).toEqual([
      "model.tools.0.destinations.0.transferPlan.mode",
    ]);
    const actions = ["endCall", "mcp", "transferCall", "sms"].map((type) => ({ type: "tool", tool: { type } }));
    const hooks = [{ on: "call.ending", do: actions }, { on: "customer.speech.timeout[toolName=book]" }];
    expect(fields("assistant", { hooks })).toEqual([
      "hooks.1.on",
      "hooks.0.do.1.tool.type",
      "hooks.0.do.2.tool.type",
      "hooks.0.do.3.tool.type",
    ]);
    expect(fields("squad", { members: [{ assistant, assistantOverrides: { "tools:append": [{ type: "output" }] } }] })).toEqual([
      "members.0.assistant.model.numFastTurns",
      "members.0.assistant.voice.provider",
      "members.0.assistant.voice.fallbackPlan.voices.0.speed",
      "members.0.assistantOverrides.tools:append.0.type",
    ]);
    expect(fields("assistant", { firstMessage: "https://sounds.example/hello.mp3" })).toEqual([]);
    expect(fields("tool", { type: "output" })).toEqual(["type"]);
    expect(fields("assistant", { model: { tools: [{ type: "function" }, { type: "output" }] } })).toEqual(["model.tools.1.type"]);
    expect(fields("credential", { provider: "hume", apiKey: "x" })).toEqual(["provider"]);
    for (const provider of ["openai", "azure-openai", "groq"]) expect(fields("credential", { provider })).toEqual([]);
    expect(ignoredFields("credential", { provider: "webhook", authenticationPlan: { type: "oauth2" } })).toEqual([]);
    const transcribers = [{ provider: "vapi" }, { provider: "azure", segmentationStrategy: "Time" }];
    const ears = { provider: "speechmatics", enableDiarization: true, language: "de", fallbackPlan: { transcribers } };
    expect(fields("assistant", { transcriber: ears })).toEqual([
      "transcriber.enableDiarization",
      "transcriber.fallbackPlan.transcribers.0.provider",
      "transcriber.fallbackPlan.transcribers.1.segmentationStrategy",
    ]);
    const own = { provider: "custom-transcriber", server: { url: "wss://ears.example", timeoutSeconds: 3 } };
    expect(fields("assistant", { transcriber: own })).toEqual(["transcriber.server.timeoutSeconds"]);
    const ownVoice = {
      provider: "custom-voice",
      server: { url: "https://voice.example", timeoutSeconds: 3, backoffPlan: { baseDelaySeconds: 1 } },
    };
    expect(fields("assistant", { voice: ownVoice })).toEqual(["voice.server.backoffPlan"]);
    const silent = { provider: "perplexity-ai", model: "sonar", toolIds: ["a"] };
    expect(ignoredFields("assistant", { model: silent })).toEqual([
      { field: "model.toolIds", message: "Models of perplexity-ai call no tools." },
    ]);
  });

  it.each<[string, object, string]>([
    [
      "assistant",
      { config: { compliancePlan: { securityFilterPlan: { filters: [{ type: "regex", regex: "(?=x)" }] } } } },
      "compliancePlan.securityFilterPlan.filters.0.regex is no pattern",
    ],
    [
      "squad",
      { members: [{ assistant: { compliancePlan: { recordingConsentPlan: { type: "verbal", declineTool: { type: "?" } } } } }] },
      "members.0.assistant.compliancePlan.recordingConsentPlan.declineTool is no tool",
    ],
    ["assistant", { config: { model: { provider: "openai", model: "gpt-realtime-2" } } }, "model.model is gpt-realtime-2, which"],
    [
      "workflow",
      { nodes: [{ type: "conversation", model: { provider: "google", model: "gemini-3.8-live" } }] },
      "nodes.0.model.model is gemini-3.8-live, which",
    ],
    [
      "squad",
      {
        members: [
          { assistant: { model: { provider: "anthropic", model: "claude-sonnet-5", maxTokens: 3000, thinking: BUDGET } } },
        ],
      },
      "members.0.assistant.model.thinking is not for claude-sonnet-5",
    ],
  ])("is refused for %s where it could not be kept, at whatever depth: %o", (resource, body, problem) => {
    expect(() => refuseHarmfulFields(resource, body, HERE)).toThrow(
      expect.objectContaining({ code: "validation-failed", problems: [expect.stringContaining(problem)] }),
    );
  });

  it("is refused for the value alone that this server cannot do", () => {
    const body = { createPlan: { type: "import", providerId: "prices" } };
    expect(() => refuseHarmfulFields("knowledge-base", body, HERE)).toThrow(
      expect.objectContaining({ problems: [expect.stringContaining("createPlan.type cannot be 'import': ")] }),
    );
    expect(() => refuseHarmfulFields("knowledge-base", { createPlan: { type: "create" } }, HERE)).not.toThrow();
    const sip = (verb: string) => ({ type: "sipRequest", verb });
    expect(() => refuseHarmfulFields("tool", sip("NOTIFY"), HERE)).toThrow(
      expect.objectContaining({ problems: [expect.stringContaining("verb cannot be 'NOTIFY': ")] }),
    );
    expect(() => refuseHarmfulFields("tool", sip("INFO"), HERE)).not.toThrow();
    expect(ignoredFields("assistant", { model: { tools: [sip("NOTIFY"), sip("MESSAGE")] } })).toMatchObject([
      { field: "model.tools.0.verb" },
    ]);
  });

  it("is nobody's plan inside of metadata", () => {
    const mine = { compliancePlan: { recordingConsentPlan: { type: "verbal", declineTool: {} } } };
    expect(() => refuseHarmfulFields("assistant", { metadata: mine, variableValues: mine }, HERE)).not.toThrow();
  });
});

describe("a server", () => {
  let calls: CallServer;
  beforeAll(async () => {
    calls = await startCallServer();
  });
  afterAll(() => calls.server.close());

  it("names what it can run, from the registries that do the work", async () => {
    const { capabilities } = (await (await fetch(`${calls.server.url}/server-status`)).json()) as ServerStatus;
    const { providers, tools, hooks, targets, fields, credentials } = capabilities;
    expect(providers.model).toMatchObject({
      callwright: { state: "ready" },
      openai: {
        state: "needs-credential",
        settings: expect.arrayContaining(["temperature"]),
        credentials: ["openai", "azure-openai"],
      },
      "custom-llm": { state: "ready" },
      google: { state: "needs-credential", credentials: ["google"] },
      anyscale: { state: "not-supported", reason: expect.stringContaining("closed") },
    });
    expect(providers.voice).toMatchObject({ callwright: { state: "ready" }, "11labs": { state: "needs-credential" } });
    expect(credentials).toMatchObject({
      openai: { state: "ready" },
      "11labs": { state: "ready" },
      hume: { state: "not-supported" },
      webhook: { state: "ready" },
    });
    expect(Object.keys(tools)).toEqual(TOOL_TYPES);
    expect(tools).toMatchObject({ function: { state: "ready" }, output: { state: "not-supported" } });
    expect(targets).toMatchObject({ assistant: { state: "ready" }, squad: { state: "ready" }, workflow: { state: "ready" } });
    expect(fields.assistant?.honored).toEqual(expect.arrayContaining(["firstMessage", "voice", "stopSpeakingPlan"]));
    expect(Object.values(hooks).map(({ state }) => state)).toEqual(HOOK_EVENTS.map(() => "ready"));
    expect(fields.assistant?.honored).toEqual(expect.arrayContaining(["hooks", "messagePlan"]));
    expect(fields.assistant?.unsupported).toContainEqual(
      expect.objectContaining({ path: "monitorPlan.monitorIds", effect: "ignored" }),
    );
  });

  it("warns in the answer alone: warnings are dropped when they are written back, and stored nowhere", async () => {
    const { client, server } = calls;
    const monitorPlan = { monitorIds: [crypto.randomUUID()] };
    const made = (await client.json<Assistant>("POST", "/assistant", { name: "Ada", monitorPlan })).body;
    expect(made.warnings).toEqual([{ field: "monitorPlan.monitorIds", message: "This server has no monitors." }]);
    const { id, warnings } = made;
    const back = await client.json<Assistant>("PATCH", `/assistant/${id}`, { name: "Eve", warnings });
    expect(back).toMatchObject({ status: 200, body: { name: "Eve" } });
    const [row] = await server.context.db.select().from(assistants).where(eq(assistants.id, id));
    expect(row?.config).not.toHaveProperty("warnings");
    const squad = await client.json<Squad>("POST", "/squad", { members: [{ assistantId: id }] });
    expect(squad.body.warnings).toBeUndefined();
    const nodes = [{ type: "tool", name: "text", tool: { type: "output" } }];
    const workflow = await client.json<Workflow>("POST", "/workflow", {
      name: "W",
      nodes,
      edges: [],
      monitorPlan: { listenAuthenticationEnabled: true },
    });
    expect(workflow.body.warnings?.map(({ field }) => field)).toEqual([
      "monitorPlan.listenAuthenticationEnabled",
      "nodes.0.tool.type",
    ]);
  });

  it("does not save a model that would fail in every call", async () => {
    const { client } = calls;
    const model = { provider: "openai", model: "gpt-realtime-2" };
    const message = [expect.stringMatching(/^model\.model is gpt-realtime-2, .* Choose a model that answers in text/)];
    const refused = await client.json("POST", "/assistant", { name: "Ada", model });
    expect(refused).toMatchObject({ status: 400, body: { code: "validation-failed", message } });
    const saved = await client.json("POST", "/assistant", { name: "Ada", model: { ...model, model: "gpt-of-tomorrow" } });
    expect(saved.status).toBe(201);
  });

  it("starts no call, chat or session under a plan that was stored before it was refused; turning it off is accepted", async () => {
    const { client, server } = calls;
    const { id } = (await client.json<Assistant>("POST", "/assistant", { name: "Ada" })).body;
    const store = (config: object) => server.context.db.update(assistants).set({ config }).where(eq(assistants.id, id));
    const securityFilterPlan = { enabled: true, filters: [{ type: "regex" as const, regex: "(?=x)" }] };
    await store({ name: "Ada", compliancePlan: { securityFilterPlan } });
    const start = async (body: object = { assistantId: id }) => [
      (await client.json<ErrorBody>("POST", "/call/web", body)).status,
      (await client.json<ErrorBody>("POST", "/chat", { ...body, input: "Hello" })).status,
      (await client.json<ErrorBody>("POST", "/session", body)).status,
    ];
    expect(await start()).toEqual([400, 400, 400]);
    expect((await client.json("PATCH", `/assistant/${id}`, { compliancePlan: {} })).status).toBe(200);
    expect(await start()).toEqual([201, 200, 201]);
    const fields = (value: object) =>
      server.context.db.update(organization).set({ fields: value }).where(eq(organization.id, client.orgId));
    await fields({ compliancePlan: { securityFilterPlan } });
    expect(await start()).toEqual([400, 400, 400]);
    expect((await client.json("PATCH", `/org/${client.orgId}`, { compliancePlan: null })).status).toBe(200);
    expect(await start()).toEqual([201, 200, 201]);
  });
});
