import { ApiError, GoogleGenAI } from "@google/genai";
import { expect, test } from "vitest";
import { askModel, askTranscriber, KEY, startModelServer } from "./harness/ask.ts";
import type { Seen } from "./harness/relay.ts";
import { typeProblems } from "./harness/typed.ts";

/** The client has one flat `config` for several fields of the API's body. */
function asClient({ path, body }: Seen): readonly [string, unknown] {
  const { contents, generationConfig, ...config } = body as { contents: unknown; generationConfig: object };
  const model = /\/models\/([^:]+):/.exec(path)?.[1];
  return ["GenerateContentParameters", { model, contents, config: { ...config, ...generationConfig } }];
}

/** The values of enums are plain texts in a body, and Google's documentation writes them in small letters, too. */
const IMPORTS = `import type * as genai from "@google/genai";
type Plain<T> = T extends string
  ? \`\${T}\` | Lowercase<\`\${T}\`>
  : T extends (infer E)[] ? Plain<E>[] : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type GenerateContentParameters = Plain<
  Omit<genai.GenerateContentParameters, "contents" | "config"> & {
    contents: genai.Content[];
    config: Omit<genai.GenerateContentConfig, "abortSignal" | "httpOptions" | "systemInstruction" | "tools" | "responseSchema"> & {
      systemInstruction?: genai.Content;
      tools?: genai.Tool[];
      responseSchema?: genai.Schema;
    };
  }
>;`;

test("what we ask of models has the types of @google/genai", async () => {
  const models = ["gemini-2.5-flash", "gemini-3.5-flash-lite", "gemini-3.5-pro"];
  const chats = await Promise.all(models.map((model) => askModel("google", { model })));
  expect(await typeProblems("google-models", IMPORTS, chats.map(asClient))).toBe("");
});

test("what we ask of the transcriber has the types of @google/genai", async () => {
  const [seen] = await askTranscriber("google", { language: "English" });
  expect(await typeProblems("google-transcriber", IMPORTS, [asClient(seen)])).toBe("");
});

test("the client talks to the fake of the models", async () => {
  const server = await startModelServer("google");
  const call = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };
  server.reply({ kind: "words", words: ["Let me see.", call], usage: { inputTokens: 120, cachedTokens: 100, outputTokens: 7 } });
  const clientWith = (apiKey: string) =>
    new GoogleGenAI({
      apiKey,
      apiVersion: "v1beta",
      httpOptions: { baseUrl: server.url.replace("/v1beta", ""), retryOptions: { attempts: 1 } },
    });
  const asked = { model: "gemini-3.5-flash-lite", contents: "The weather?", config: { temperature: 0.3, maxOutputTokens: 250 } };
  const parts = [];
  let usage: object | undefined;
  for await (const { candidates, usageMetadata } of await clientWith(KEY).models.generateContentStream(asked)) {
    parts.push(...(candidates?.[0]?.content?.parts ?? []));
    usage = usageMetadata;
  }
  expect(parts).toMatchObject([
    { text: "Let me see." },
    { functionCall: { name: call.name, args: { city: "Paris" } } },
    { text: "" },
  ]);
  expect(usage).toMatchObject({ promptTokenCount: 120, cachedContentTokenCount: 100, candidatesTokenCount: 7 });
  await expect(clientWith("sk-wrong").models.generateContentStream(asked)).rejects.toBeInstanceOf(ApiError);
  await server.close();
});
