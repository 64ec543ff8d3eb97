import { readFile } from "node:fs/promises";
import { MEL_BANDS, MEL_FRAMES } from "./log-mel-window.ts";
import { loadOnnxModel, type OnnxModel } from "./onnx-model.ts";

/** smart-turn v3.2 of Pipecat (BSD-2-Clause), as in the wheel of `pipecat-ai` 1.14.0. It knows 23 languages. */
const FILE = new URL("../../../models/smart-turn/smart-turn-v3.2-cpu.onnx", import.meta.url);
const SHAPE = { input: "input_features", inputShape: [1, MEL_BANDS, MEL_FRAMES], output: "logits", outputCount: 1 };

let loaded: Promise<OnnxModel> | undefined;

/** One model for all calls of the process: about 0.1 s and 60 MB. A failure is kept: the library is not there, or it is. */
function turnEndModel(): Promise<OnnxModel> {
  loaded ??= readFile(FILE).then((bytes) => loadOnnxModel(bytes, SHAPE));
  return loaded;
}

/** How much the sound is like the end of a turn, from 0 to 1. `features` of a `LogMelWindow`. Takes about 25 ms on another thread. */
export async function turnEndProbability(features: Float32Array): Promise<number> {
  const [probability = 0] = await (await turnEndModel()).run(features);
  return probability;
}
