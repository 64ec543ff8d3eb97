import { describe, expect, it } from "vitest";
import { CreateAssistant, UpdateAssistant } from "./assistant.ts";

const problemsOf = (schema: typeof CreateAssistant | typeof UpdateAssistant, body: unknown) =>
  schema.safeParse(body).error?.issues.map((issue) => issue.path.join(".")) ?? [];

describe("CreateAssistant", () => {
  it("needs nothing", () => {
    expect(CreateAssistant.parse({})).toEqual({});
  });

  it.each([
    [{ name: "n".repeat(41) }, "name"],
    [{ maxDurationSeconds: 9 }, "maxDurationSeconds"],
    [{ model: { provider: "openai", model: "gpt", temperature: 3 } }, "model.temperature"],
    [{ model: { provider: "custom-llm", model: "llama", url: "llama" } }, "model.url"],
    [{ model: { provider: "nobody", model: "x" } }, "model.provider"],
    [{ endCallPhrases: ["x"] }, "endCallPhrases.0"],
    [{ startSpeakingPlan: { waitSeconds: 6 } }, "startSpeakingPlan.waitSeconds"],
    [{ server: { url: "ftp://example.com" } }, "server.url"],
  ])("refuses %j at %s", (body, path) => {
    expect(problemsOf(CreateAssistant, body)).toContain(path);
  });

  it("refuses unknown fields of its own and keeps those of a provider", () => {
    expect(CreateAssistant.safeParse({ frist: "typo" }).success).toBe(false);
    const body = { voice: { provider: "11labs", voiceId: "sarah", stability: 0.4 } };
    expect(CreateAssistant.parse(body)).toEqual(body);
  });
});

describe("UpdateAssistant", () => {
  it("takes null to clear a field", () => {
    expect(UpdateAssistant.parse({ firstMessage: null, voice: null })).toEqual({ firstMessage: null, voice: null });
  });
});
