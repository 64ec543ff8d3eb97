/**
 * What models write between their words, and servers pass on. Sources, read 2026-11-29: the chat templates of Qwen, Llama, Mistral, Gemma, DeepSeek, Kimi
 * and gpt-oss; ggml-org/llama.cpp issues 12275 and 22786, vllm-project/vllm issue 13125, NousResearch/hermes-agent pull request 48412.
 */
export type Marker =
  /** Thoughts up to `close`. */
  | { kind: "thoughts"; close: readonly string[] }
  /** A tool call up to `close`, or to the end of the answer. */
  | { kind: "call"; close: readonly string[]; keepsOpening?: boolean }
  /** A text up to `close` that may be a tool call. */
  | { kind: "fence"; close: readonly string[] }
  /** The end of thoughts whose beginning the chat template has written. */
  | { kind: "thoughts-end" }
  /** gpt-oss: the name of the speaker, up to `<|message|>`. */
  | { kind: "header" }
  /** Belongs to the template: the turn ends, or another one begins. */
  | { kind: "turn" }
  /** Dropped; the words around it are spoken. */
  | { kind: "nothing" };

const THOUGHTS = ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "analysis"];
const TURN_TAGS = [
  "<start_of_turn>",
  "<end_of_turn>",
  "</s>",
  "<eos>",
  "[inst]",
  "[/inst]",
  "<<sys>>",
  "<</sys>>",
  "<|turn>",
  "<turn|>",
];
const CALL_TAGS = ["tool_call", "toolcall", "function_call", "tool_code"];
const CALLS_FOLLOW = ["<|python_tag|>", "[tool_calls]"];
const FENCES = ["```json", "```tool_code", "```tool_call", "```tool", "```python", "```xml", "```"];

/** By their opening text, in lower case. */
const BY_TEXT: ReadonlyMap<string, Marker> = new Map<string, Marker>([
  ...THOUGHTS.flatMap((name): [string, Marker][] => [
    [`<${name}>`, { kind: "thoughts", close: [`</${name}>`] }],
    [`</${name}>`, { kind: "thoughts-end" }],
  ]),
  ["[think]", { kind: "thoughts", close: ["[/think]"] }],
  ["[/think]", { kind: "thoughts-end" }],
  ["◁think▷", { kind: "thoughts", close: ["◁/think▷"] }],
  ["◁/think▷", { kind: "thoughts-end" }],
  ["<|channel>", { kind: "thoughts", close: ["<channel|>"] }],
  ["<channel|>", { kind: "thoughts-end" }],
  ...CALL_TAGS.flatMap((name): [string, Marker][] => [
    [`<${name}>`, { kind: "call", close: [`</${name}>`] }],
    [`</${name}>`, { kind: "nothing" }],
  ]),
  ["<|tool_call>", { kind: "call", close: ["<tool_call|>"] }],
  ["<tool_call|>", { kind: "nothing" }],
  ["[[call:", { kind: "call", close: ["]]"] }],
  ["<function=", { kind: "call", close: ["</function>"], keepsOpening: true }],
  ...CALLS_FOLLOW.map((text): [string, Marker] => [text, { kind: "call", close: ["<|eom_id|>", "<|eot_id|>", "</s>"] }]),
  ["<|start|>", { kind: "header" }],
  ["<|channel|>", { kind: "header" }],
  ...TURN_TAGS.map((text): [string, Marker] => [text, { kind: "turn" }]),
  ...["<answer>", "</answer>", "<response>", "</response>", "<pad>", "<unk>", "<bos>"].map((text): [string, Marker] => [
    text,
    { kind: "nothing" },
  ]),
]);
const TEXTS: readonly string[] = [...BY_TEXT.keys()];

/** A token of a template that is in no list, such as `<|im_end|>` or `<｜end▁of▁sentence｜>`. */
const TOKEN = /^<[|｜][\p{L}\p{N}_▁:-]{1,40}[|｜]>/u;
/** Markers of Kimi and DeepSeek. */
const CALLS_BEGIN = /tool[_▁]calls?[_▁](?:section[_▁])?begin/;
const CALLS: Marker = { kind: "call", close: ["<|tool_calls_section_end|>", "<｜tool▁calls▁end｜>"] };
const TOKEN_BEGINS = /^<(?:[|｜](?:[\p{L}\p{N}_▁:-]{1,40}[|｜]?)?)?$/u;

/** What begins at the beginning of the text: a marker with its length, `open` when more of the text decides, or undefined for plain words. */
export function markerAt(text: string, mayCall: boolean): { marker: Marker; length: number } | "open" | undefined {
  const lower = text.slice(0, 48).toLowerCase();
  if (lower.startsWith("`")) return mayCall ? fenceAt(lower) : undefined;
  const known = TEXTS.find((each) => lower.startsWith(each));
  const marker = known === undefined ? undefined : BY_TEXT.get(known);
  if (known !== undefined && marker) return { marker, length: known.length };
  const token = TOKEN.exec(text.slice(0, 48))?.[0];
  if (token !== undefined) return { marker: CALLS_BEGIN.test(token) ? CALLS : { kind: "turn" }, length: token.length };
  const isOpen = TEXTS.some((each) => each.length > lower.length && each.startsWith(lower)) || TOKEN_BEGINS.test(lower);
  return isOpen ? "open" : undefined;
}

/** The fence is open until its line ends. */
function fenceAt(lower: string): ReturnType<typeof markerAt> {
  const [line = "", ...more] = lower.split("\n", 2);
  if (more.length === 0) return FENCES.some((each) => each.startsWith(line)) ? "open" : undefined;
  if (!FENCES.includes(line.trimEnd())) return undefined;
  return { marker: { kind: "fence", close: ["```"] }, length: line.length + 1 };
}

/** Characters with which a marker can begin. */
export const MARKER_BEGINS = /[<[`◁]/;
