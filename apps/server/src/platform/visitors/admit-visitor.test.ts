import { expect, test } from "vitest";
import { requireAllowedAddress } from "./admit-visitor.ts";
import type { RequestedTarget } from "./allowed-target.ts";

const code = "token-address-refused";
const ID = "7d0e3f0a-0000-4000-8000-00000000000a";
const url = "https://a.example";
const transfer = (transferPlan: object) => ({
  type: "transferCall",
  destinations: [{ type: "number", number: "+14155550100", transferPlan }],
});
const handoff = (destination: object) => ({ type: "handoff", destinations: [{ type: "assistant", ...destination }] });

test.each<[string, object]>([
  ["model.tools.1.url", { model: { tools: [{ type: "endCall" }, { type: "apiRequest", url }] } }],
  ["model.tools.0.server", { model: { tools: [{ type: "mcp", server: {} }] } }],
  ["model.tools.0.code", { model: { tools: [{ type: "code", code: "fetch(args.url)" }] } }],
  ["model.tools.0.credentialId", { model: { tools: [{ type: "apiRequest", credentialId: ID }] } }],
  ["model.tools.0.destinations.0.server", { model: { tools: [{ type: "handoff", destinations: [{ server: { url } }] }] } }],
  ["model.toolIds", { model: { toolIds: [ID] } }],
  ["model.toolRefs", { model: { toolRefs: [{ toolId: ID, version: "v1" }] } }],
  ["model.knowledgeBase.server", { model: { knowledgeBase: { provider: "custom-knowledge-base", server: { url } } } }],
  ["model.url", { model: { url: "http://10.0.0.7/v1" } }],
  ["hooks.0.do.0.tool.server", { hooks: [{ on: "call.ending", do: [{ type: "tool", tool: { server: { url } } }] }] }],
  ["hooks.0.do.0.toolId", { hooks: [{ on: "call.ending", do: [{ type: "tool", toolId: ID }] }] }],
  ["server", { server: { url } }],
  ["credentialIds", { credentialIds: [ID] }],
  ["backgroundSound", { backgroundSound: "http://10.0.0.7/rain.wav" }],
  [
    "startSpeakingPlan.smartEndpointingPlan.server",
    { startSpeakingPlan: { smartEndpointingPlan: { provider: "custom-endpointing-model", server: { url } } } },
  ],
  ["transcriber.realtimeUrl", { transcriber: { provider: "assembly-ai", realtimeUrl: "wss://a.example" } }],
  [
    "transcriber.fallbackPlan.transcribers.0.server",
    { transcriber: { provider: "callwright", fallbackPlan: { transcribers: [{ provider: "custom-transcriber", server: {} }] } } },
  ],
  ["voice.server", { voice: { provider: "custom-voice", server: { url } } }],
  ["firstMessage", { firstMessage: " http://10.0.0.7/hello.wav" }],
  ["model.tools.0.destinations.0.transferPlan.holdAudioUrl", { model: { tools: [transfer({ holdAudioUrl: url })] } }],
  [
    "model.tools.0.destinations.0.transferPlan.transferAssistant.firstMessage",
    { model: { tools: [transfer({ transferAssistant: { firstMessage: url } })] } },
  ],
  [
    "model.tools.0.destinations.0.assistant.backgroundSound",
    { model: { tools: [handoff({ assistant: { backgroundSound: url } })] } },
  ],
  ["model.tools.0.destinations.0.assistant.model.url", { model: { tools: [handoff({ assistant: { model: { url } } })] } }],
])("a visitor chooses no address, code, credential or stored tool: %s", (field, brought) => {
  for (const at of ["assistant", "assistantOverrides"] as const)
    expect(() => requireAllowedAddress({ [at]: brought } as RequestedTarget, undefined)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(`'${at}.${field}'`) }),
    );
});

test("a visitor may bring what the page runs, names of its own that look like addresses, and empty lists", () => {
  const parameters = { type: "object", properties: { url: { type: "string" }, server: { type: "string" } } };
  const tools = [{ type: "endCall" }, { type: "function", function: { name: "showMap", parameters } }];
  const assistant = {
    model: { tools, toolIds: [] },
    credentialIds: [],
    backgroundSound: "office",
    metadata: { url, headers: { a: "b" } },
    analysisPlan: { structuredDataPlan: { schema: parameters } },
    startSpeakingPlan: { smartEndpointingPlan: { provider: "custom-endpointing-model" } },
  };
  const assistantOverrides = { "tools:append": tools, variableValues: { url } };
  requireAllowedAddress({ assistant, assistantOverrides }, undefined);
});

test.each<[string, RequestedTarget]>([
  ["squad.members.0.assistant.backgroundSound", { squad: { members: [{ assistant: { backgroundSound: url } }] } }],
  [
    "squad.members.1.assistantOverrides.firstMessage",
    { squad: { members: [{}, { assistantOverrides: { firstMessage: url } }] } },
  ],
  ["squad.membersOverrides.server", { squad: { members: [], membersOverrides: { server: { url } } } }],
  ["assistantOverrides.tools:append.0.server", { assistantOverrides: { "tools:append": [{ type: "function", server: {} }] } }],
  ["squadOverrides.firstMessage", { squadOverrides: { firstMessage: url } }],
  ["workflow.nodes.0.model.url", { workflow: { nodes: [{ type: "conversation", model: { provider: "custom-llm", url } }] } }],
  ["workflow.nodes.0.toolId", { workflow: { nodes: [{ type: "tool", toolId: ID }] } }],
])("at every depth of a team: %s", (field, target) => {
  expect(() => requireAllowedAddress(target, undefined)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(`'${field}'`) }),
  );
});

test("only the server's own model may be named, with its headers", () => {
  const own = "http://127.0.0.1:11434/v1";
  const assistant = (model: object) => ({ squad: { members: [{ assistant: { model } }] } });
  const headers = { "x-title": "Bakery" };
  requireAllowedAddress(assistant({ provider: "custom-llm", url: `${own}/chat`, headers }), own);
  for (const model of [{ url, headers }, { headers }])
    expect(() => requireAllowedAddress(assistant(model), own)).toThrow(expect.objectContaining({ code }));
});
