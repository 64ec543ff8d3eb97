import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NoiseFilesMissing } from "./noise-files-missing.ts";

/** An audio context whose worklet never arrives, as where its file is missing or refused. */
const context = { audioWorklet: { addModule: () => Promise.reject(new Error("Unable to load a worklet's module.")) } };

beforeEach(() => void vi.stubGlobal("AudioWorkletNode", class {}));
afterEach(() => vi.unstubAllGlobals());

async function failureWith(answer: Response): Promise<unknown> {
  vi.stubGlobal("fetch", async () => answer);
  const { createNoiseCanceller } = await import("./noise-cancellation.ts");
  return createNoiseCanceller(context as unknown as AudioContext, () => undefined).catch((error: unknown) => error);
}

it.each([
  ["no such file", new Response("Not found", { status: 404 }), "answered 404"],
  ["the first page in its place", new Response("<!doctype html>"), "is no WebAssembly"],
  ["nothing", new Response(""), "is no WebAssembly"],
])("a page that serves %s has no noise cancellation, and that has a name", async (_, answer, reason) => {
  const failure = await failureWith(answer);
  expect(failure).toBeInstanceOf(NoiseFilesMissing);
  expect(failure).toMatchObject({ message: expect.stringContaining(reason) });
});

it("a page that serves the file and refuses the worklet is a failure of another kind", async () => {
  const failure = await failureWith(new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
  expect(failure).toMatchObject({ message: "Unable to load a worklet's module." });
  expect(failure).not.toBeInstanceOf(NoiseFilesMissing);
});
