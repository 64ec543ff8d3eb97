/**
 * Answers of local models and their servers that a client does not expect, as they are on the wire. Written down on 2026-11-29 from: the chat templates of
 * Qwen, Llama 3, Mistral, Gemma 3 and 4, DeepSeek R1 and gpt-oss at Hugging Face; SmolLM2-135M-Instruct and Gemma 3 270M over node-llama-cpp 3.22.1 (`repeat`,
 * `nopunct`, `roleplay`, `prefix`, `nlc`); and threads of the servers: ggml-org/llama.cpp 11861, 12275, 22786 and 10920, ollama/ollama 6027,
 * vllm-project/vllm 9986 and 13125.
 */
export interface OddAnswer {
  /** Deltas of OpenAI's chunks. */
  deltas?: readonly object[];
  /** Default: no finish reason. */
  finish?: string;
  /** Written before the chunks, and after them in place of an end. */
  before?: string;
  after?: string;
  /** The connection breaks after the chunks. */
  breaks?: boolean;
  /** The stream ends without `[DONE]`. */
  hasNoDone?: boolean;
  /** JSON in place of a stream. */
  whole?: { status: number; body: object };
  /** `whole` is the answer to requests with tools, or only to the first request. Default: to each. */
  wholeFor?: "tools" | "first";
  /** The answers of tools get the same answer. Default: "Done." */
  repeats?: boolean;
}

const ARGUMENTS = '{"people":2,"day":"Friday"}';

/** One call, in one delta. `more` are fields of the call. */
const calls = (given: unknown, more: object = {}): OddAnswer => ({
  deltas: [
    {
      tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "book_table", arguments: given }, ...more }],
    },
  ],
  finish: "tool_calls",
});

/** A text in pieces of twelve characters, so that no marker comes whole. */
const text = (content: string, finish = "stop"): OddAnswer => ({
  deltas: [{ role: "assistant", content: "" }, ...(content.match(/[\s\S]{1,12}/g) ?? []).map((piece) => ({ content: piece }))],
  finish,
});

const refusal = (status: number, error: object): Pick<OddAnswer, "whole"> => ({ whole: { status, body: { error } } });
const LOADING = refusal(503, { message: "Loading model", type: "unavailable_error", code: 503 });
const ASKS = "Sure, for how many?";

export const ODD_ANSWERS = {
  // Tool calls as text
  hermes: text('<tool_call>\n{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}\n</tool_call>'),
  llama3: text('{"name": "book_table", "parameters": {"people": 2, "day": "Friday"}}'),
  pythontag: text('<|python_tag|>{"name": "book_table", "parameters": {"people": 2, "day": "Friday"}}<|eom_id|>'),
  mistral: text('[TOOL_CALLS][{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}]'),
  gemma: text('```tool_code\nbook_table(people=2, day="Friday")\n```'),
  fenced: text('```json\n{"name": "book_table", "arguments": {"people": 2, "day": "Friday"}}\n```'),
  nlc: text('[[call: book_table({"people": 2, "day": "Friday"})]]'),
  // Thoughts
  think: text(`<think>The caller wants a table.</think>${ASKS}`),
  thinkclose: text(`Okay, the user wants a table. I should ask.\n</think>\n\n${ASKS}`),
  thinkopen: text("<think>Okay, the user wants a table. I should think about this more", "length"),
  thinking: text(`<thinking>The caller wants a table.</thinking>${ASKS}`),
  thought: text(`<|channel>thought\nThe caller wants a table.\n<channel|>${ASKS}`),
  harmony: text(`<|channel|>analysis<|message|>Need to ask.<|end|><|start|>assistant<|channel|>final<|message|>${ASKS}`),
  reasoningonly: { deltas: [{ role: "assistant", reasoning_content: "Let me think." }], finish: "stop" },
  reasoninglength: { deltas: [{ role: "assistant", reasoning_content: "Let me think." }], finish: "length" },
  // Empty answers
  empty: { deltas: [{ role: "assistant", content: "" }], finish: "stop" },
  blank: text("\n\n"),
  // Texts that are not for the caller, and texts that do not end
  leak: text(`${ASKS}<|im_end|>`),
  leak2: text(`${ASKS}<end_of_turn>\n<start_of_turn>user\nTwo.<end_of_turn>\n`),
  roleplay: text(`${ASKS}\nUser: Two people.\nAssistant: Great, which day?\nUser: Friday.`),
  prefix: text(`Riley: ${ASKS}`),
  repeat: text("I hope you have a great day.\n\n".repeat(40), "length"),
  nopunct: text("we are open ".repeat(60), "length"),
  markdown: text(
    "## Hours\n\n| Day | Open |\n|---|---|\n| Sat | 8-16 |\n\n1. **Bread** *fresh*\n2. [Cake](https://example.com/cake?id=1)\n\n---\n> `code` 😀 ~5 miles & $4.50 😊",
  ),
  // Tool calls in the protocol
  objargs: calls({ people: 2, day: "Friday" }),
  noid: calls(ARGUMENTS, { id: undefined }),
  noindex: calls(ARGUMENTS, { index: undefined }),
  stopcall: { ...calls(ARGUMENTS), finish: "stop" },
  emptyargs: calls(""),
  stringnum: calls('{"people":"2","day":"Friday"}'),
  wordnum: calls('{"people":"two","day":"Friday"}'),
  unknown: {
    deltas: [{ tool_calls: [{ index: 0, id: "c", type: "function", function: { name: "search_web", arguments: "{}" } }] }],
    finish: "tool_calls",
  },
  brokenargs: { ...calls('{"people": 2, "day": "Fri'), finish: "length" },
  callloop: { ...calls(ARGUMENTS), repeats: true },
  // Streams
  nofinish: { deltas: [{ content: "Sure, for " }, { content: "how many?" }] },
  nodone: { deltas: [{ content: ASKS }], finish: "stop", hasNoDone: true },
  ping: { before: ": ping\n\n: keep-alive\n\n", deltas: [{ content: ASKS }], finish: "stop" },
  nullchoice: {
    before: 'data: {"id":"x","object":"chat.completion.chunk","choices":[]}\n\n',
    deltas: [{ content: ASKS }],
    finish: "stop",
  },
  miderror: {
    deltas: [{ content: "Sure, for " }],
    after: 'data: {"error":{"code":500,"message":"context shift is disabled","type":"server_error"}}\n\n',
  },
  cut: { deltas: [{ content: "Sure, for " }], breaks: true },
  json200: {
    whole: {
      status: 200,
      body: {
        id: "x",
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: ASKS }, finish_reason: "stop" }],
      },
    },
  },
  // Refusals
  loading503: LOADING,
  loading503once: { ...text(ASKS), ...LOADING, wholeFor: "first" },
  notools: {
    ...text(ASKS),
    ...refusal(400, { message: "gemma3:270m does not support tools", type: "api_error", param: null, code: null }),
    wholeFor: "tools",
  },
  context: refusal(400, {
    code: 400,
    type: "exceed_context_size_error",
    n_prompt_tokens: 4500,
    n_ctx: 4096,
    message: "request (4500 tokens) exceeds the available context size (4096 tokens), try increasing it",
  }),
  notfound: refusal(404, { message: 'model "qwen3" not found, try pulling it first', type: "api_error" }),
  jinja: {
    ...text(ASKS),
    ...refusal(500, {
      code: 500,
      type: "server_error",
      message: "Conversation roles must alternate user/assistant/user/assistant/...",
    }),
    wholeFor: "tools",
  },
} as const satisfies Record<string, OddAnswer>;
export type OddCase = keyof typeof ODD_ANSWERS;
