import { RnnoiseWorkletNode } from "@sapphi-red/web-noise-suppressor";

/**
 * The worklet and its two builds of RNNoise are separate files, so they are not in the page's first bundle
 * and not loaded from another host. Bundlers copy them because of `import.meta.url`. Without a bundler, the paths work as they are.
 */
const WORKLET_URL = new URL("@sapphi-red/web-noise-suppressor/rnnoiseWorklet.js?no-inline", import.meta.url);
const WASM_URL = new URL("@sapphi-red/web-noise-suppressor/rnnoise.wasm?no-inline", import.meta.url);
const SIMD_WASM_URL = new URL("@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?no-inline", import.meta.url);

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
 * with a content security policy needs `script-src 'self' 'wasm-unsafe-eval'`. `onError`: it broke down later, and is silent from then on.
 */
export async function createNoiseCanceller(context: AudioContext, onError: () => void): Promise<NoiseCanceller> {
  const [wasmBinary] = await Promise.all([loadWasm(), context.audioWorklet.addModule(WORKLET_URL.href)]);
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

async function loadWasm(): Promise<ArrayBuffer> {
  const url = WebAssembly.validate(SIMD_PROBE) ? SIMD_WASM_URL : WASM_URL;
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}.`);
  const bytes = await response.arrayBuffer();
  // The worklet compiles it too, but does not report a blocked compilation, so check it here.
  await WebAssembly.compile(bytes);
  return bytes;
}
