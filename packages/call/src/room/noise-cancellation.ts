import { RnnoiseWorkletNode } from "@sapphi-red/web-noise-suppressor";
import { NoiseFilesMissing } from "./noise-files-missing.ts";

/**
 * The worklet and its two builds of RNNoise are separate files, so they are not in the page's first bundle
 * and not loaded from another host. Bundlers copy them because of `import.meta.url`. Without a bundler, the paths work as they are.
 */
function noiseFiles(): { worklet: URL; wasm: URL; simdWasm: URL } {
  try {
    return {
      worklet: new URL("@sapphi-red/web-noise-suppressor/rnnoiseWorklet.js?no-inline", import.meta.url),
      wasm: new URL("@sapphi-red/web-noise-suppressor/rnnoise.wasm?no-inline", import.meta.url),
      simdWasm: new URL("@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?no-inline", import.meta.url),
    };
  } catch {
    // A bundle that is no module has no address to look beside.
    throw new NoiseFilesMissing("this bundle is no ES module");
  }
}

/** The smallest module with a SIMD instruction: `i8x16.splat`. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export interface NoiseCanceller {
  node: AudioNode;
  close(): void;
}

/**
 * A node that takes the noise out of one channel of speech, 11 to 13 ms late. The context runs at 48 kHz. Rejects where the worklet or WebAssembly is refused: a page
 * with a content security policy needs `script-src 'self' 'wasm-unsafe-eval'`. Rejects with `NoiseFilesMissing` where the page does not serve the files.
 * `onError`: it broke down later, and is silent from then on.
 */
export async function createNoiseCanceller(context: AudioContext, onError: () => void): Promise<NoiseCanceller> {
  const files = noiseFiles();
  const wasmBinary = await loadWasm(WebAssembly.validate(SIMD_PROBE) ? files.simdWasm : files.wasm);
  // Second, because a missing file and a refused one fail alike here, and the browser writes either to the console.
  await context.audioWorklet.addModule(files.worklet.href);
  const node = new RnnoiseWorkletNode(context, { wasmBinary, maxChannels: 1 });
  node.channelCount = 1;
  node.channelCountMode = "explicit";
  node.addEventListener("processorerror", onError);
  return {
    node,
    close() {
      node.removeEventListener("processorerror", onError);
      node.disconnect();
      node.destroy();
    },
  };
}

/** The first bytes of every WebAssembly module. */
const MAGIC = [0, 97, 115, 109];

async function loadWasm(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new NoiseFilesMissing(`${url.pathname} answered ${response.status}`);
  const bytes = await response.arrayBuffer();
  // Many servers answer with their first page in place of a missing file.
  const first = new Uint8Array(bytes.slice(0, MAGIC.length));
  const isModule = MAGIC.every((byte, index) => first[index] === byte);
  if (!isModule) throw new NoiseFilesMissing(`${url.pathname} is no WebAssembly`);
  // The worklet compiles it too, but does not report a blocked compilation, so check it here.
  await WebAssembly.compile(bytes);
  return bytes;
}
