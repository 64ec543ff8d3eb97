import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { speechLibraryFolder } from "../../providers/callwright/speech-library.ts";

type Koffi = typeof import("koffi");
type Call = (...args: unknown[]) => unknown;
type CallBack = (error: Error | null, result: unknown) => void;

/** Version 17 of ONNX Runtime's C interface has all functions that are used here; newer libraries keep it. */
const API_VERSION = 17;
const LIBRARIES: Partial<Record<NodeJS.Platform, string>> = { win32: "onnxruntime.dll", darwin: "libonnxruntime.dylib" };
const LOG_FATAL = 4;
const ALL_OPTIMIZATIONS = 99;
const FLOAT = 1;
/** koffi's default is 128 kB, which is less than the runtime's kernels may use. */
const STACK_BYTES = 1_048_576;

/** Places in the table `OrtApi` of `onnxruntime_c_api.h`, whose order is fixed, and their C types. */
const FUNCTIONS = {
  getErrorMessage: [2, "const char *OrtGetErrorMessage(void *status)"],
  createEnv: [3, "void *OrtCreateEnv(int level, const char *id, _Out_ void **env)"],
  createSession: [8, "void *OrtCreateSession(void *env, void *bytes, size_t size, void *options, _Out_ void **session)"],
  run: [
    9,
    "void *OrtRun(void *session, void *options, const char **inputs, void **values, size_t count, const char **outputs, size_t outputCount, _Inout_ void **results)",
  ],
  createSessionOptions: [10, "void *OrtCreateSessionOptions(_Out_ void **options)"],
  setOptimization: [23, "void *OrtSetOptimization(void *options, int level)"],
  setThreads: [24, "void *OrtSetThreads(void *options, int threads)"],
  createTensor: [48, "void *OrtCreateTensor(void *allocator, int64_t *shape, size_t dimensions, int type, _Out_ void **value)"],
  tensorData: [51, "void *OrtTensorData(void *value, _Out_ void **data)"],
  defaultAllocator: [78, "void *OrtDefaultAllocator(_Out_ void **allocator)"],
  releaseStatus: [93, "void OrtReleaseStatus(void *status)"],
  releaseValue: [96, "void OrtReleaseValue(void *value)"],
} as const;
type FunctionName = keyof typeof FUNCTIONS;

/** The functions of ONNX Runtime. A failing one throws the runtime's message. */
class Runtime {
  readonly #koffi: Koffi;
  readonly #functions: Record<FunctionName, Call & { async(...args: [...unknown[], CallBack]): void }>;

  constructor(koffi: Koffi, library: string) {
    this.#koffi = koffi;
    const base = koffi.load(library).func("void *OrtGetApiBase()")();
    const getApi = koffi.decode(base, koffi.pointer(koffi.proto("void *OrtGetApi(uint32_t version)")));
    const api = koffi.call(getApi, "OrtGetApi", API_VERSION);
    if (!api) throw new Error("This ONNX Runtime is too old.");
    const entries = Object.entries(FUNCTIONS).map(([name, [place, type]]) => {
      const [pointer] = koffi.decode(api, place * koffi.sizeof("void *"), koffi.array("void *", 1));
      return [name, koffi.decode(pointer, koffi.proto(type))];
    });
    this.#functions = Object.fromEntries(entries);
  }

  /** Calls a function that writes its result to its last argument. */
  make(name: FunctionName, ...args: unknown[]): unknown {
    const out = [null];
    this.check(this.#functions[name](...args, out));
    return out[0];
  }

  check(status: unknown): void {
    if (!status) return;
    const message = String(this.#functions.getErrorMessage(status));
    this.#functions.releaseStatus(status);
    throw new Error(message);
  }

  call(name: FunctionName, ...args: unknown[]): unknown {
    return this.#functions[name](...args);
  }

  /** Calls on a thread of koffi's. */
  async away(name: FunctionName, ...args: unknown[]): Promise<void> {
    const call = this.#functions[name].async;
    this.check(await promisify((done: CallBack) => call(...args, done))());
  }

  /** Copies: V8 does not allow two views of one address, and the runtime uses addresses again. */
  write(tensor: unknown, numbers: Float32Array): void {
    this.#koffi.encode(this.make("tensorData", tensor), this.#koffi.array("float", numbers.length, "Typed"), numbers);
  }

  read(tensor: unknown, count: number): number[] {
    return this.#koffi.decode(this.make("tensorData", tensor), this.#koffi.array("float", count, "Array"));
  }
}

function loadKoffi(): Koffi {
  const koffi = createRequire(import.meta.url)("koffi") as Koffi;
  koffi.config({ ...koffi.config(), async_stack_size: STACK_BYTES });
  return koffi;
}

let runtime: Runtime | undefined;

/** A model with one input and one output of numbers. */
export interface OnnxModel {
  /** Runs on another thread, so the event loop continues. */
  run(input: Float32Array): Promise<number[]>;
}

export interface OnnxShape {
  input: string;
  inputShape: readonly number[];
  output: string;
  outputCount: number;
}

/**
 * Loads a model into the ONNX Runtime that sherpa-onnx brings, because a second runtime would add 145 MB (WebAssembly, four times as slow) to
 * 290 MB (native) to an installation. One thread for each run. Fails where sherpa-onnx or koffi is not installed.
 */
export function loadOnnxModel(bytes: Uint8Array, { input, inputShape, output, outputCount }: OnnxShape): OnnxModel {
  const folder = speechLibraryFolder();
  if (!folder) throw new Error("sherpa-onnx is not installed.");
  runtime ??= new Runtime(loadKoffi(), path.join(folder, LIBRARIES[process.platform] ?? "libonnxruntime.so"));
  const ort = runtime;
  const options = ort.make("createSessionOptions");
  ort.check(ort.call("setThreads", options, 1));
  ort.check(ort.call("setOptimization", options, ALL_OPTIMIZATIONS));
  const session = ort.make("createSession", ort.make("createEnv", LOG_FATAL, "callwright"), bytes, bytes.length, options);
  const allocator = ort.make("defaultAllocator");
  const shape = BigInt64Array.from(inputShape, BigInt);
  const length = inputShape.reduce((product, size) => product * size, 1);
  return {
    async run(numbers) {
      if (numbers.length !== length) throw new Error(`The model takes ${length} numbers, not ${numbers.length}.`);
      // In the runtime's own memory: it reads the tensor on another thread, when a JavaScript buffer may be gone.
      const value = ort.make("createTensor", allocator, shape, shape.length, FLOAT);
      const results: unknown[] = [null];
      try {
        ort.write(value, numbers);
        await ort.away("run", session, null, [input], [value], 1, [output], 1, results);
        return ort.read(results[0], outputCount);
      } finally {
        ort.call("releaseValue", value);
        if (results[0]) ort.call("releaseValue", results[0]);
      }
    },
  };
}
