import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type Arrived, type LoopbackServer, startLoopbackServer } from "../../../credential/outgoing/testing/loopback-server.ts";

/** Words that mean the same to the fake model. */
const CONCEPTS = [
  ["return", "refund", "money", "back"],
  ["car", "garage", "park", "vehicle"],
  ["dog", "pet", "animal"],
];
const DIMENSIONS = 96;
const KEY = "sk-embeddings-test";

/**
 * Speaks `POST /embeddings` as the OpenAI API does (types of its client, `openai` 6.49.0, `resources/embeddings.d.ts`, read on 2026-11-24):
 * `input` is a text or a list of 1 to 2048 texts that are not empty, `encoding_format` `float` or `base64`, and errors are
 * `{ error: { message, type, param, code } }`. Its model is deterministic: texts that share words, or words of one concept, are near.
 */
export interface FakeEmbeddings extends LoopbackServer {
  /** For the server's configuration. */
  settings: { model: string; baseUrl: string; apiKey: string; questionTimeoutMs: number };
  /** Changes the answers. Default: no fault. */
  fault: ((response: ServerResponse) => void) | undefined;
  dimensions: number;
  /** How many texts it has read. */
  texts: number;
}

export async function startFakeEmbeddings(): Promise<FakeEmbeddings> {
  const server = await startLoopbackServer((response, request) => {
    if (fake.fault) return fake.fault(response);
    const { status, body } = answer(request, fake);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  // A busy machine needs more than the default of 300 ms at times.
  const settings = { model: "test-embed", baseUrl: `${server.origin}/v1`, apiKey: KEY, questionTimeoutMs: 2000 };
  const fake: FakeEmbeddings = Object.assign(server, { settings, fault: undefined, dimensions: DIMENSIONS, texts: 0 });
  return fake;
}

interface Answer {
  status: number;
  body: object;
}

function answer({ method, url, headers, body }: Arrived, fake: FakeEmbeddings): Answer {
  if (method !== "POST" || url !== "/v1/embeddings") return refusal(404, `Unknown request URL: ${method} ${url}.`, null);
  if (!hasKey(headers)) return refusal(401, "Incorrect API key provided.", null);
  const { model, input, encoding_format: format = "float" } = JSON.parse(body) as Record<string, unknown>;
  if (typeof model !== "string") return refusal(400, "you must provide a model parameter", "model");
  const texts = typeof input === "string" ? [input] : input;
  if (
    !Array.isArray(texts) ||
    texts.length < 1 ||
    texts.length > 2048 ||
    texts.some((each) => typeof each !== "string" || each === "")
  )
    return refusal(400, "'$.input' is invalid.", "input");
  if (format !== "float") return refusal(400, "this server sends floats", "encoding_format");
  fake.texts += texts.length;
  const data = (texts as string[]).map((text, index) => ({
    object: "embedding",
    index,
    embedding: vectorOf(text, fake.dimensions),
  }));
  const tokens = texts.join(" ").split(/\s+/).length;
  return { status: 200, body: { object: "list", data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } } };
}

function hasKey({ authorization }: IncomingHttpHeaders): boolean {
  return authorization === `Bearer ${KEY}`;
}

function refusal(status: number, message: string, param: string | null): Answer {
  return { status, body: { error: { message, type: "invalid_request_error", param, code: null } } };
}

/** Settings for the server's configuration. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const concept = CONCEPTS.findIndex((words) => words.some((each) => word.startsWith(each)));
    const place = concept >= 0 ? concept : CONCEPTS.length + (hash(word) % (dimensions - CONCEPTS.length));
    vector[place] = (vector[place] ?? 0) + (concept >= 0 ? 4 : 1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function hash(word: string): number {
  let code = 7;
  for (const character of word) code = (code * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return code;
}
