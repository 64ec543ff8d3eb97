import { type Dialect, type ReadTurn, type Refusal, sse } from "./dialect.ts";
import { any, anyOf, type Shape, unknownField } from "./request-shape.ts";

interface Part {
  text?: string;
  functionCall?: { name: string; args: unknown };
  thoughtSignature?: string;
  functionResponse?: { response: { content: string } };
}
interface Content {
  role: string;
  parts: Part[];
}

/**
 * What Google refuses in a request. Fields: the types of @google/genai 3.3.0. Levels of thinking: https://ai.google.dev/gemini-api/docs/thinking and
 * @ai-sdk/google 4.0.121. All read 2026-11-29.
 */
const REQUEST: Shape = {
  ...anyOf("toolConfig safetySettings cachedContent serviceTier"),
  systemInstruction: { role: any, parts: anyOf("text") },
  contents: {
    role: any,
    parts: {
      ...anyOf("text thought thoughtSignature inlineData fileData"),
      functionCall: anyOf("id name args"),
      functionResponse: anyOf("id name response parts scheduling willContinue"),
    },
  },
  tools: { functionDeclarations: anyOf("name description parameters parametersJsonSchema response behavior") },
  generationConfig: {
    ...anyOf(
      "candidateCount frequencyPenalty logprobs maxOutputTokens mediaResolution presencePenalty responseJsonSchema responseLogprobs responseMimeType responseModalities responseSchema seed speechConfig stopSequences temperature topK topP",
    ),
    thinkingConfig: anyOf("includeThoughts thinkingBudget thinkingLevel"),
  },
};

interface ThinkingConfig {
  thinkingBudget?: number;
  thinkingLevel?: string;
}

function refusalOfGoogle(body: Record<string, unknown>, model: string): Refusal | undefined {
  const refuse = (message: string): Refusal => ({ status: 400, message });
  const unknown = unknownField(REQUEST, body);
  if (unknown !== undefined)
    return refuse(
      `Invalid JSON payload received. Unknown name "${unknown.split(".").at(-1)}" at '${unknown}': Cannot find field.`,
    );
  const { thinkingConfig = {} } = (body.generationConfig ?? {}) as { thinkingConfig?: ThinkingConfig };
  const { thinkingBudget: budget, thinkingLevel: level } = thinkingConfig;
  if (budget !== undefined && level !== undefined)
    return refuse("You can only set only one of thinking budget and thinking level.");
  if (budget !== undefined && !/gemini-2\.5/.test(model)) return refuse("Thinking budget is not supported for this model.");
  if (budget !== undefined && budget < 128 && /2\.5-pro/.test(model))
    return refuse(`The thinking budget ${budget} is invalid. Please choose a value between 128 and 32768.`);
  if (level !== undefined && /gemini-[12]/.test(model)) return refuse("Thinking level is not supported for this model.");
  const takesMinimal = /gemini-3(?:\.[1-6])?-flash|flash-lite/.test(model);
  if (level?.toLowerCase() === "minimal" && !takesMinimal)
    return refuse("Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.");
  const contents = body.contents as Content[];
  if (contents.at(-1)?.role === "model") return refuse("Please ensure that the conversation ends with a user turn.");
  const isUnsigned = contents.some(({ parts }) => {
    const [call] = parts.filter(({ functionCall }) => functionCall);
    return call !== undefined && call.thoughtSignature === undefined;
  });
  if (isUnsigned && /gemini-[3-9]/.test(model))
    return refuse("Function call is missing a thought_signature in functionCall parts.");
  return undefined;
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
  errorBody: ({ status, message }) => ({ error: { code: status, message, status: "INVALID_ARGUMENT" } }),
  refusalOf: (_request, body, model) => refusalOfGoogle(body, model),
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
