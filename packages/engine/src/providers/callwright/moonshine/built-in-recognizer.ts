import { Recognizer } from "../local/recognizer.ts";
import { loadModel } from "./load-model.ts";

/** Moonshine tiny, which npm installs with the server. */
export const builtInRecognizer = new Recognizer(loadModel, "moonshine");
