import { inference } from "@livekit/agents";
import native from "@livekit/local-inference";

/** The one request a local end-of-turn detector makes. */
const END_OF_TURN_METHOD = "lk_eot_audio";
/** The shortest sound the model takes without padding: 1.2 s. */
const WARM_UP_SAMPLES = 19_200;

/**
 * Runs the end-of-turn model in this process, shared by all calls. Without an executor the framework answers "the turn has ended" always.
 * The models may be used only together with the LiveKit Agents framework.
 */
const executor = {
  async doInference(method: string, data: unknown): Promise<unknown> {
    if (method !== END_OF_TURN_METHOD) throw new Error(`No local model answers '${method}'.`);
    const bytes = Buffer.from((data as { pcm: string }).pcm, "base64");
    const pcm = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~1)));
    const startedMs = performance.now();
    const probability = await native.predict(pcm);
    return { probability, inferenceDurationMs: performance.now() - startedMs };
  },
};

/** Loads both models and runs one of them once, so that no call waits for it. Takes about 0.3 s and 280 MB. */
export async function warmTurnDetection(): Promise<void> {
  native.initVad();
  native.initEot();
  await native.predict(new Int16Array(WARM_UP_SAMPLES));
}

/** The version is pinned: unset, the framework would ask a cloud service where it finds keys for one. */
export function createTurnDetector(): inference.TurnDetector {
  return new inference.TurnDetector({ version: "v1-mini", executor });
}
