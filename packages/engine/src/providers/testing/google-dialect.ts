import { type Dialect, type ReadTurn, sse } from "./dialect.ts";

interface Part {
  text?: string;
  functionCall?: { name: string; args: unknown };
  functionResponse?: { response: { content: string } };
}
interface Content {
  role: string;
  parts: Part[];
}

/** Google's `streamGenerateContent`: https://ai.google.dev/api/generate-content. A call of a tool comes whole. */
export const googleDialect: Dialect = {
  contentType: "text/event-stream",
  basePath: "/v1beta",
  modelOf: ({ method, url = "" }) =>
    method === "POST" ? /^\/v1beta\/models\/([^/:]+):streamGenerateContent\?alt=sse$/.exec(url)?.[1] : undefined,
  keyOf: ({ headers }) => String(headers["x-goog-api-key"] ?? ""),
  stream(model) {
    const event = (candidate: object, usageMetadata?: object) =>
      sse({ candidates: [{ index: 0, ...candidate }], modelVersion: model, responseId: "fake", usageMetadata });
    const content = (part: object) => event({ content: { role: "model", parts: [part] } });
    return {
      begin: () => [],
      part(part) {
        if (typeof part === "string") return [content({ text: part })];
        if ("thought" in part) return [];
        return [content({ functionCall: { name: part.name, args: JSON.parse(part.arguments) as unknown } })];
      },
      end: ({ inputTokens, cachedTokens, outputTokens }) => [
        event(
          { content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" },
          {
            promptTokenCount: inputTokens,
            cachedContentTokenCount: cachedTokens,
            candidatesTokenCount: outputTokens,
            totalTokenCount: inputTokens + outputTokens,
          },
        ),
      ],
      fail: (message) => [sse({ error: { code: 503, message, status: "UNAVAILABLE" } })],
    };
  },
  refusal: () => ({ status: 400, message: "API key not valid. Please pass a valid API key." }),
  errorBody: (code, message) => ({ error: { code, message, status: "INVALID_ARGUMENT" } }),
  read(body) {
    const {
      systemInstruction,
      contents,
      tools = [],
      generationConfig,
    } = body as unknown as {
      systemInstruction?: { parts: Part[] };
      contents: Content[];
      tools?: { functionDeclarations: { name: string }[] }[];
      generationConfig: { maxOutputTokens: unknown; temperature: unknown };
    };
    return {
      system: (systemInstruction?.parts ?? []).map(({ text }) => text).join("\n"),
      turns: contents.flatMap(({ role, parts }) => parts.map((part) => readPart(role, part))),
      tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
      maxTokens: generationConfig.maxOutputTokens,
      temperature: generationConfig.temperature,
    };
  },
};

function readPart(role: string, { text = "", functionCall, functionResponse }: Part): ReadTurn {
  if (functionCall) return { role: "call", name: functionCall.name, arguments: functionCall.args };
  if (functionResponse) return { role: "answer", result: functionResponse.response.content };
  return { role: role === "model" ? "assistant" : "user", text };
}
