import { parseArguments, readJson } from "@callwright/contract";

/** A tool call that a model wrote as text. `arguments`: JSON text of an object. */
export interface WrittenCall {
  name: string;
  arguments: string;
}

/**
 * The calls in a text: JSON of an object or a list (Hermes, Qwen, Llama, Mistral), `name{…}` or `name({…})` after `call:` (Gemma 4,
 * node-llama-cpp), with the tokens of Kimi or DeepSeek, `<function=name>` with JSON or parameters (Llama, Qwen Coder), or Python (Gemma 3, Llama 4). Undefined: the text is no call.
 * `opening`: the marker before the text. Default: none.
 */
export function readWrittenCalls(text: string, opening = ""): WrittenCall[] | undefined {
  const trimmed = text.trim();
  // The model did not close one call before the next.
  if (opening !== "" && trimmed.includes(opening)) {
    const each = trimmed.split(opening).map((part) => readWrittenCalls(part));
    return each.every((calls) => calls !== undefined) ? each.flat() : undefined;
  }
  if (/^[[{]\s*["{]/.test(trimmed)) return fromJson(trimmed);
  const marked = [...trimmed.matchAll(KIMI), ...trimmed.matchAll(DEEPSEEK)];
  if (marked.length > 0) return marked.map(([, name = "", given = ""]) => ({ name, arguments: given.trim() }));
  const tagged = [...trimmed.matchAll(/<function=([\w.-]+)>([\s\S]*?)(?:<\/function>|$)/g)];
  if (tagged.length > 0) return tagged.map(([, name = "", body = ""]) => ({ name, arguments: taggedArguments(body) }));
  return fromPython(
    trimmed
      .replace(/^call:/, "")
      .trimStart()
      .replace(/^\[/, ""),
  );
}

const KIMI = /functions\.([\w-]+):\d+\s{0,8}<\|tool_call_argument_begin\|>([\s\S]*?)(?:<\|tool_call_end\|>|$)/g;
const DEEPSEEK =
  /(?:<｜tool▁call▁begin｜>|^)(?:function<｜tool▁sep｜>)?([\w.-]+)(?:<｜tool▁sep｜>|\n```json\n)([\s\S]*?)(?:\n```)?(?:<｜tool▁call▁end｜>|$)/g;

function fromJson(text: string): WrittenCall[] | undefined {
  // Llama separates several calls by semicolons.
  const read = readJson(text) ?? readJson(`[${text.replace(/\}\s*;\s*\{/g, "},{")}]`);
  const calls = (Array.isArray(read) ? read : [read]).map(asCall);
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

/** `{ name, arguments }`, the same with `parameters`, or as in OpenAI's protocol with `function`. */
function asCall(value: unknown): WrittenCall | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  if (typeof fields.function === "object") return asCall(fields.function);
  const name = fields.name ?? fields.function ?? fields.tool ?? fields.tool_name;
  const given = fields.arguments ?? fields.parameters ?? fields.args;
  if (typeof name !== "string" || (given === undefined && Object.keys(fields).some((key) => !CALL_FIELDS.has(key))))
    return undefined;
  return { name, arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) };
}

const CALL_FIELDS = new Set(["name", "function", "tool", "tool_name", "type", "id"]);

/** JSON, or `<parameter=name>value</parameter>`. */
function taggedArguments(body: string): string {
  const parameters = [...body.matchAll(/<parameter=([\w.-]+)>\n?([\s\S]*?)\n?(?:<\/parameter>|$)/g)];
  if (parameters.length === 0) return parseArguments(body.trim()) ? body.trim() : "{}";
  return JSON.stringify(Object.fromEntries(parameters.map(([, name, value = ""]) => [name, readJson(value) ?? value])));
}

/** `name(people=2, day="Friday")`, `name({"people": 2})` or `name{people: 2}`, one or several. */
function fromPython(text: string): WrittenCall[] | undefined {
  const calls: WrittenCall[] = [];
  const reader = new PythonReader(text);
  for (let name = reader.take(NAME); name !== undefined; name = reader.take(NAME)) {
    const bracket = reader.take(/^[({]/);
    const fields = bracket && reader.fields(bracket === "(" ? ")" : "}");
    if (!fields) return undefined;
    calls.push({ name: name.replace(/^(?:functions|default_api)\./, ""), arguments: JSON.stringify(fields) });
    reader.take(/^[,;]/);
    reader.take(/^call:/);
  }
  reader.take(/^\]/);
  return calls.length > 0 && reader.isAtEnd ? calls : undefined;
}

const NAME = /^[A-Za-z_][\w.-]*/;
const KEY = /^(?:"[^"]*"|'[^']*'|[\p{L}_][\p{L}\p{N}_.-]*)/u;
const QUOTED = /^(?:<\|"\|>[\s\S]*?<\|"\|>|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')/;
const DEPTH_MAX = 8;

/** Reads values as Python, JSON and Gemma write them. Gemma's quote is `<|"|>`. */
class PythonReader {
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  get isAtEnd(): boolean {
    return this.#rest.trim() === "";
  }

  take(pattern: RegExp): string | undefined {
    this.#rest = this.#rest.trimStart();
    const found = pattern.exec(this.#rest)?.[0];
    if (found !== undefined) this.#rest = this.#rest.slice(found.length);
    return found;
  }

  /** `key=value` or `key: value` up to the closing bracket; a single object is the fields itself. Undefined: another syntax. */
  fields(close: ")" | "}", depth = 0): Record<string, unknown> | undefined {
    if (depth > DEPTH_MAX) return undefined;
    const closing = close === ")" ? /^\)/ : /^\}/;
    if (close === ")" && this.take(/^\{/)) {
      const inner = this.fields("}", depth + 1);
      return inner && this.take(closing) ? inner : undefined;
    }
    const fields: Record<string, unknown> = {};
    while (!this.take(closing)) {
      const key = this.take(KEY);
      if (key === undefined || !this.take(/^[=:]/)) return undefined;
      const value = this.#value(depth);
      if (value === undefined) return undefined;
      fields[key.replace(/^["']|["']$/g, "")] = value;
      this.take(/^,/);
    }
    return fields;
  }

  #value(depth: number): unknown {
    const quoted = this.take(QUOTED);
    if (quoted?.startsWith("<")) return quoted.slice(5, -5);
    if (quoted?.startsWith('"')) return readJson(quoted) ?? quoted.slice(1, -1);
    if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/gs, "$1");
    if (this.take(/^\{/)) return this.fields("}", depth + 1);
    if (this.take(/^\[/)) return this.#list(depth + 1);
    const bare = this.take(/^[^\s,(){}[\]]+/);
    if (bare === undefined) return undefined;
    if (/^(?:None|null)$/.test(bare)) return null;
    if (/^(?:true|false)$/i.test(bare)) return bare.toLowerCase() === "true";
    return /^-?\d+(?:\.\d+)?$/.test(bare) ? Number(bare) : bare;
  }

  #list(depth: number): unknown[] | undefined {
    const values: unknown[] = [];
    while (!this.take(/^\]/)) {
      const value = depth > DEPTH_MAX ? undefined : this.#value(depth);
      if (value === undefined) return undefined;
      values.push(value);
      this.take(/^,/);
    }
    return values;
  }
}

const BARE_JSON = /^\[?\s{0,8}\{\s{0,8}"(?:name|type|function|tool|tool_name|parameters|arguments)"\s{0,8}:/;
const BARE_JSON_BEGINS = /^\[?\s{0,8}(?:\{\s{0,8}(?:"(?:[a-z_]{0,10}"?\s{0,8})?)?)?$/;

/** Whether a line begins with a call without a marker: JSON with the fields of a call, or a tool's name and a bracket. `open`: more text decides. */
export function bareCallAt(line: string, tools: readonly string[]): boolean | "open" {
  const text = line.slice(0, 120).trimStart();
  if (text === "") return false;
  if (/^[[{]/.test(text)) {
    if (BARE_JSON.test(text)) return true;
    if (BARE_JSON_BEGINS.test(text)) return "open";
  }
  const named = text.startsWith("[") ? text.slice(1).trimStart() : text;
  if (tools.some((tool) => named.startsWith(`${tool}(`))) return true;
  return text.length < 120 && tools.some((tool) => `${tool}(`.startsWith(named)) ? "open" : false;
}
