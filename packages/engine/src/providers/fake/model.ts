import { setTimeout } from "node:timers/promises";
import type { Model } from "@callwright/contract";
import { z } from "zod";
import type { LanguageModel, ModelRequest } from "../../conversation/language-model.ts";
import { ProviderError } from "../provider-error.ts";
import { readFakeSettings } from "./fake-settings.ts";

const PROVIDER = "callwright";
const Settings = z.looseObject({
  model: z.enum(["fake-echo", "fake-script", "fake-slow", "fake-long", "fake-hangs", "fake-fails", "fake-fails-once"]),
  /** What `fake-script` says, and `fake-fails-once` from the second time on. */
  reply: z.string().default("This is a scripted reply."),
  /** How long `fake-slow` thinks. */
  delayMs: z.number().default(1000),
  /** How many sentences `fake-long` says. */
  sentences: z.number().default(60),
});

/** A model that behaves, or misbehaves, as its name says. See README.md. */
export function createFakeModel(settings: Model): LanguageModel {
  const { model, reply, delayMs, sentences } = readFakeSettings(Settings, settings, "model");
  let failed = false;
  const fail = () => {
    failed = true;
    return new ProviderError("The fake model failed, as it was told.", { provider: PROVIDER, part: "model", retryable: true });
  };
  const echo = ({ messages }: ModelRequest) =>
    `You said: ${messages.findLast(({ role }) => role === "user")?.content ?? "nothing"}.`;
  const long = () => Array.from({ length: sentences }, (_, index) => `This is sentence number ${index + 1}.`).join(" ");

  return {
    provider: PROVIDER,
    async *stream(request) {
      if (model === "fake-fails" || (model === "fake-fails-once" && !failed)) throw fail();
      if (model === "fake-hangs") await untilAborted(request.signal);
      if (model === "fake-slow") await setTimeout(delayMs, undefined, { signal: request.signal }).catch(() => undefined);
      const text =
        model === "fake-long" ? long() : model === "fake-script" || model === "fake-fails-once" ? reply : echo(request);
      for (const word of text.match(/\S+\s*/g) ?? []) {
        if (request.signal.aborted) return;
        yield word;
      }
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
