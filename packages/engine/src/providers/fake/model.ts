import { setTimeout } from "node:timers/promises";
import type { Model } from "@callwright/contract";
import { z } from "zod";
import type { LanguageModel, ModelPart, ModelRequest } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { readFakeSettings } from "./fake-settings.ts";

const PROVIDER = "callwright";
const Settings = z.looseObject({
  model: z.enum([
    "fake-echo",
    "fake-script",
    "fake-slow",
    "fake-long",
    "fake-hangs",
    "fake-fails",
    "fake-fails-once",
    "fake-tools",
  ]),
  /** The text of `fake-script`, and of `fake-fails-once` from the second time on. */
  reply: z.string().default("This is a scripted reply."),
  /** How long `fake-slow` thinks. */
  delayMs: z.number().default(1000),
  /** How many sentences `fake-long` says. */
  sentences: z.number().default(60),
  /** The script of `fake-tools`, one model step after the other: its texts and its tool calls. The last step is repeated. */
  steps: z
    .array(
      z.array(
        z.union([z.string(), z.object({ tool: z.string(), arguments: z.union([z.string(), z.looseObject({})]).default({}) })]),
      ),
    )
    .default([]),
});

/** A model that works or fails as its name says. See README.md. */
export function createFakeModel(settings: Model): LanguageModel {
  const { model, reply, delayMs, sentences, steps } = readFakeSettings(Settings, settings, "model");
  let failed = false;
  let step = 0;
  const fail = () => {
    failed = true;
    return new ProviderError("The fake model failed, as it was told.", { provider: PROVIDER, part: "model", retryable: true });
  };
  const echo = ({ history }: ModelRequest) => {
    const said = history.findLast(({ type }) => type === "user");
    return `You said: ${said?.type === "user" ? said.text : "nothing"}.`;
  };
  const long = () => Array.from({ length: sentences }, (_, index) => `This is sentence number ${index + 1}.`).join(" ");

  return {
    provider: PROVIDER,
    async *stream(request) {
      if (model === "fake-fails" || (model === "fake-fails-once" && !failed)) throw fail();
      if (model === "fake-hangs") await untilAborted(request.signal);
      if (model === "fake-slow") await setTimeout(delayMs, undefined, { signal: request.signal }).catch(() => undefined);
      if (model === "fake-tools") {
        yield* toParts(steps[Math.min(step, steps.length - 1)] ?? [], step);
        step += 1;
        return;
      }
      const text =
        model === "fake-long" ? long() : model === "fake-script" || model === "fake-fails-once" ? reply : echo(request);
      for (const word of text.match(/\S+\s*/g) ?? []) {
        if (request.signal.aborted) return;
        yield { type: "text", text: word };
      }
    },
  };
}

type Step = z.infer<typeof Settings>["steps"][number];

function* toParts(parts: Step, step: number): Generator<ModelPart> {
  for (const [index, part] of parts.entries())
    if (typeof part === "string") yield { type: "text", text: part };
    else {
      const given = typeof part.arguments === "string" ? part.arguments : JSON.stringify(part.arguments);
      yield { type: "tool-call", id: `call-${step}-${index}`, name: part.tool, arguments: given };
    }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
