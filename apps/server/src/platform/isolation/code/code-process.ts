import { CODE_REQUEST } from "@callwright/contract";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  shouldInterruptAfterDeadline,
} from "quickjs-emscripten-core";
import { transform } from "sucrase";
import { limitProcess } from "../process-limits.ts";
import type { CodeEnd, CodeRun, FromCode, ToCode } from "./code-messages.ts";

/**
 * The process of a run of `CodeRuns`: runs the code of one tool call in QuickJS, another JavaScript engine, compiled to WebAssembly. The code can use
 * what is defined here and nothing of Node. Even if it breaks out of QuickJS, it stays in this process, which has no secrets and is killed at the end
 * of its time.
 */

/** Does not count unused memory between the engine's objects; the limit of the process does. */
const QUICKJS_MEMORY_MAX_BYTES = 64 * 1024 * 1024;
const QUICKJS_STACK_MAX_BYTES = 512 * 1024;
const PROCESS_MEMORY_MAX_BYTES = 512 * 1024 * 1024;
/** QuickJS' own interrupt comes first, because it can report the reason. */
const PROCESS_GRACE_MS = 5_000;
const RESULT_MAX_CHARACTERS = 1024 * 1024;

/** The code's globals besides JavaScript itself. `host` is deleted before the code begins. */
const PRELUDE = `{
  const { host } = globalThis;
  delete globalThis.host;
  globalThis.console = Object.fromEntries(["log", "info", "warn", "error", "debug"].map((name) => [name, () => {}]));
  globalThis.fetch = async (input, init = {}) => {
    const request = {
      url: String(input),
      method: String(init.method ?? "GET").toUpperCase(),
      headers: Object.fromEntries(Object.entries(init.headers ?? {}).map(([name, value]) => [name, String(value)])),
      body: init.body === undefined || init.body === null ? "" : String(init.body),
    };
    const answer = JSON.parse(await host(JSON.stringify(request)));
    if (answer.error !== undefined) throw new TypeError(answer.error);
    const { status, headers, text } = answer;
    return {
      status,
      ok: status >= 200 && status < 300,
      headers: { get: (name) => headers[String(name).toLowerCase()] ?? null, has: (name) => String(name).toLowerCase() in headers },
      text: async () => text,
      json: async () => JSON.parse(text),
    };
  };
}`;

// The server has ended.
process.once("disconnect", () => process.exit());
// Loaded before the run comes.
const quickjs = await newQuickJSWASMModuleFromVariant(import("@jitl/quickjs-wasmfile-release-sync"));

/** Requests without an answer, by id. */
const waiting = new Map<number, QuickJSDeferredPromise>();
let nextId = 0;

function send(message: FromCode): void {
  process.send?.(message);
}

/** The sentence of what the code threw. */
function sentenceOf(thrown: unknown, timeoutMs: number): string {
  const { name = "", message = "" } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Partial<Error>;
  // What is left of the tool's time after a wait of a millisecond is no odd number to a reader.
  if (message === "interrupted") return `The code ran longer than ${Number((timeoutMs / 1000).toFixed(1))} s.`;
  if (message === "out of memory") return `The code used more than ${QUICKJS_MEMORY_MAX_BYTES / 1024 / 1024} MB.`;
  const text = message || (typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown));
  return `The code failed: ${name === "" || name === "Error" ? "" : `${name}: `}${text}`;
}

/** The types removed. Fails with a `SyntaxError`. */
function toJavaScript(code: string): string {
  const source = `(async () => {\n${code}\n})().then((result) => JSON.stringify(result))`;
  return transform(source, { transforms: ["typescript"], disableESTransforms: true }).code;
}

function refusalOf(request: string, earlier: number): string | undefined {
  const { maxPerRun, maxBytes } = CODE_REQUEST;
  if (earlier >= maxPerRun) return `A run sends at most ${maxPerRun} requests.`;
  if (Buffer.byteLength(request) <= maxBytes) return undefined;
  return `A request has at most ${maxBytes / 1024 / 1024} MB, with its address and headers.`;
}

function addFetch(vm: QuickJSContext): void {
  const host = vm.newFunction("host", (request) => {
    const promise = vm.newPromise();
    const text = vm.getString(request);
    const id = nextId++;
    // Refused here, because a request to the server costs its main thread time.
    const refusal = refusalOf(text, id);
    if (refusal !== undefined) vm.newString(JSON.stringify({ error: refusal })).consume((answer) => promise.resolve(answer));
    else {
      waiting.set(id, promise);
      send({ type: "fetch", id, request: JSON.parse(text) });
    }
    return promise.handle;
  });
  host.consume((handle) => vm.setProp(vm.global, "host", handle));
}

async function run({ code, globals, timeoutMs }: CodeRun): Promise<CodeEnd> {
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(QUICKJS_MEMORY_MAX_BYTES);
  runtime.setMaxStackSize(QUICKJS_STACK_MAX_BYTES);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeoutMs));
  const vm = runtime.newContext();
  addFetch(vm);
  vm.unwrapResult(vm.evalCode(PRELUDE)).dispose();
  for (const [name, value] of Object.entries(globals))
    vm.unwrapResult(
      vm.evalCode(`globalThis[${JSON.stringify(name)}] = JSON.parse(${JSON.stringify(JSON.stringify(value))})`),
    ).dispose();
  limitProcess({ timeMs: timeoutMs + PROCESS_GRACE_MS, memoryBytes: PROCESS_MEMORY_MAX_BYTES });
  let promise: QuickJSHandle | undefined;
  let fail: (thrown: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const goOn = (promise: QuickJSHandle) => {
    const jobs = runtime.executePendingJobs();
    if (jobs.error) fail(jobs.error.consume(vm.dump));
    // Only an answer to a request could settle it.
    else if (waiting.size === 0 && vm.getPromiseState(promise).type === "pending")
      fail(new Error("it waits for something that never happens."));
  };
  process.on("message", (message: ToCode) => {
    if (message.type !== "fetched") return;
    vm.newString(JSON.stringify(message.answer)).consume((text) => waiting.get(message.id)?.resolve(text));
    waiting.delete(message.id);
    if (promise) goOn(promise);
  });
  try {
    promise = vm.unwrapResult(vm.evalCode(toJavaScript(code), "code.ts"));
    const settled = vm.resolvePromise(promise);
    goOn(promise);
    const result = vm.dump(vm.unwrapResult(await Promise.race([settled, failed]))) as unknown;
    if (typeof result !== "string") return {};
    if (result.length > RESULT_MAX_CHARACTERS) return { error: "The code returned more than 1 MB." };
    return { result };
  } catch (thrown) {
    return { error: sentenceOf(thrown, timeoutMs) };
  }
}

process.once("message", async (message: ToCode) => {
  if (message.type !== "run") return;
  send({ type: "started" });
  send({ type: "ended", end: await run(message) });
});
