import { expect, test } from "vitest";
import { requireAllowedAddress } from "./allowed-address.ts";
import type { VisitorTarget } from "./allowed-target.ts";

const code = "token-address-refused";
const ID = "7d0e3f0a-0000-4000-8000-00000000000a";
const url = "https://a.example";

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
  ["tools:append.0.server", { "tools:append": [{ type: "function", server: {} }] }],
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
])("a visitor chooses no address, code, credential or stored tool: %s", (field, brought) => {
  for (const at of ["assistant", "assistantOverrides"] as const)
    expect(() => requireAllowedAddress({ [at]: brought } as VisitorTarget, undefined)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(`'${at}.${field}'`) }),
    );
});

test("a visitor may bring what the page runs, names of its own that look like addresses, and empty lists", () => {
  const parameters = { type: "object", properties: { url: { type: "string" }, server: { type: "string" } } };
  const tools = [{ type: "endCall" }, { type: "function", function: { name: "showMap", parameters } }];
  const assistant = {
    model: { tools, toolIds: [] },
    ...{ credentialIds: [], backgroundSound: "office", metadata: { url, headers: { a: "b" } } },
    analysisPlan: { structuredDataPlan: { schema: parameters } },
    startSpeakingPlan: { smartEndpointingPlan: { provider: "custom-endpointing-model" } },
  };
  const assistantOverrides = { "tools:append": tools, variableValues: { url } };
  requireAllowedAddress({ assistant, assistantOverrides }, undefined);
});
