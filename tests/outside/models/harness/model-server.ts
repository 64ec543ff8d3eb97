import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatHistoryItem, getLlama, LlamaChat, resolveChatWrapper } from "node-llama-cpp";

interface Message {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
}

interface ChatRequest {
  messages: Message[];
  max_tokens?: number;
  temperature?: number;
  tools?: unknown[];
}

export interface ModelServer {
  /** Base URL. */
  readonly url: string;
  /** Requests whose roles were refused. */
  readonly refused: number;
  /** The model's unchanged texts, one entry for each answer. */
  readonly written: readonly string[];
  close(): Promise<void>;
}

/** Tokens of prompt and answer together. */
const CONTEXT_TOKENS = 4096;
/** The same words each time, as far as the processor computes the same. */
const SEED = 7;

/**
 * An OpenAI-compatible server with a model of this machine: one answer at a time, on one thread. It refuses tools as Ollama does for this model, and roles
 * as Gemma's chat template does.
 */
export async function startModelServer(modelPath: string): Promise<ModelServer> {
  const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: 1 });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: 1 });
  const chat = new LlamaChat({ contextSequence: context.getSequence(), chatWrapper: resolveChatWrapper(model) });
  const written: string[] = [];
  let refused = 0;
  let before: Promise<unknown> = Promise.resolve();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
    if (body.tools?.length) return refuse(response, 400, "smollm2:135m does not support tools");
    if (!alternates(body.messages)) {
      refused++;
      return refuse(response, 500, "Conversation roles must alternate user/assistant/user/assistant/...");
    }
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const mine = before.then(() => generate(body, response, gone.signal));
    before = mine.catch(() => undefined);
    await mine;
  }

  async function generate(body: ChatRequest, response: ServerResponse, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      );
    let text = "";
    const { metadata } = await chat.generateResponse(historyOf(body.messages), {
      signal,
      stopOnAbortSignal: true,
      seed: SEED,
      temperature: body.temperature ?? 0,
      ...(body.max_tokens !== undefined && { maxTokens: body.max_tokens }),
      onTextChunk(piece) {
        text += piece;
        send({ content: piece });
      },
    });
    written.push(text);
    send({}, metadata.stopReason === "maxTokens" ? "length" : "stop");
    response.end("data: [DONE]\n\n");
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    written,
    get refused() {
      return refused;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await before;
      await llama.dispose();
    },
  };
}

const refuse = (response: ServerResponse, status: number, message: string): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }));

function alternates(messages: readonly Message[]): boolean {
  const turns = messages[0]?.role === "system" ? messages.slice(1) : messages;
  return turns.every(({ role }, index) => role === (index % 2 === 0 ? "user" : "assistant"));
}

/** The last item is empty: the model fills it with its answer. */
function historyOf(messages: readonly Message[]): ChatHistoryItem[] {
  const items = messages.map(({ role, content }): ChatHistoryItem => {
    const text = content ?? "";
    if (role === "assistant") return { type: "model", response: [text] };
    return { type: role === "system" ? "system" : "user", text };
  });
  return [...items, { type: "model", response: [] }];
}
