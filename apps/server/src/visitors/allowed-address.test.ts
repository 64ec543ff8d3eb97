import { expect, test } from "vitest";
import { requireAllowedAddress } from "./allowed-address.ts";
import type { VisitorTarget } from "./allowed-target.ts";

const code = "token-address-refused";

test.each([
  ["assistant.model.tools.1.url", { assistant: { model: { tools: [{ type: "endCall" }, { url: "https://a.example" }] } } }],
  ["assistantOverrides.tools:append.0.server", { assistantOverrides: { "tools:append": [{ server: {} }] } }],
  [
    "assistant.transcriber.realtimeUrl",
    { assistant: { transcriber: { provider: "assembly-ai", realtimeUrl: "wss://a.example" } } },
  ],
  [
    "assistantOverrides.transcriber.server",
    {
      assistantOverrides: {
        transcriber: { provider: "callwright", fallbackPlan: { transcribers: [{ provider: "custom-transcriber", server: {} }] } },
      },
    },
  ],
] as const)("a visitor may not choose where requests go: %s", (field, target) => {
  expect(() => requireAllowedAddress(target as VisitorTarget, undefined)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(`'${field}'`) }),
  );
});

test("a visitor may bring tools without an address", () => {
  const tools = [{ type: "endCall" }, { type: "function", function: { name: "showMap" } }];
  requireAllowedAddress({ assistant: { model: { tools } }, assistantOverrides: { "tools:append": tools } }, undefined);
});
