import { expect, it } from "vitest";
import { createModel } from "../registry.ts";
import { bedrockDialect } from "../testing/bedrock-dialect.ts";
import { startFakeModelServer } from "../testing/fake-model-server.ts";

it.each([
  ["claude-sonnet-5-5", { type: "between_tools" }, undefined, 1274],
  ["claude-haiku-5-5", { type: "disabled" }, undefined, 250],
  ["claude-opus-5-5", undefined, { effort: "low" }, 1274],
  ["eu.anthropic.claude-sonnet-5", { type: "disabled" }, undefined, 250],
  ["arn:aws:bedrock:us-east-1:1:application-inference-profile/x", undefined, undefined, 250],
])("lets %s think as little as it can: %j, %j, within %i tokens", async (name, thinking, effort, maxTokens) => {
  const server = await startFakeModelServer(bedrockDialect);
  try {
    const plan = { type: "aws-iam", awsAccessKeyId: "AKIA", awsSecretAccessKey: "secret" };
    const orgKeys = { "anthropic-bedrock": { region: "us-east-1", authenticationPlan: plan } };
    const urls = { "anthropic-bedrock": server.url };
    const model = await createModel({ provider: "anthropic-bedrock", model: name }, { keys: {}, orgKeys, urls });
    const tools = [{ name: "get_weather", description: "", parameters: { type: "object" }, strict: false }];
    const history = [{ type: "user", text: "Hello" } as const];
    const request = { history, tools, temperature: 0.3, maxTokens: 250, signal: new AbortController().signal };
    let words = "";
    for await (const part of model.stream(request)) if (part.type === "text") words += part.text;
    expect(words).toBe("Hello from the fake.");
    const { body } = server.requests[0] ?? {};
    expect([body?.thinking, body?.output_config, body?.max_tokens]).toEqual([thinking, effort, maxTokens]);
  } finally {
    await server.close();
  }
});
