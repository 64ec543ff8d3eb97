import { writeFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import llama from "llama-tokenizer-js";

/**
 * Writes the vocabulary of Moonshine in sherpa-onnx's format: `base64(token) id`, a line for each token. It is Llama's vocabulary, extended to the
 * size of the model. Runs in a separate thread, because the vocabulary takes 25 MB and a quarter of a second.
 */
const SIZE = 32_768;
const BYTE_TOKEN = /^<0x([0-9A-F]{2})>$/;

function bytesOf(token: string): Buffer {
  const [, byte] = BYTE_TOKEN.exec(token) ?? [];
  return byte === undefined ? Buffer.from(token.replaceAll("▁", " ")) : Buffer.from(byte, "hex");
}

const { path } = workerData as { path: string };
const tokens = llama.vocabById.map(bytesOf);
for (let id = tokens.length; id < SIZE; id++) tokens.push(Buffer.from(`<st${id}>`));
writeFileSync(path, tokens.map((token, id) => `${token.toString("base64")} ${id}\n`).join(""));
