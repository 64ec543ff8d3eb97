import type { CreateAssistant, Transcriber, Voice } from "@callwright/contract";
import type { ProviderContext } from "../../packages/engine/src/providers/provider.ts";

/** Both sides of the comparison run the same providers: an instant transcript and an offline voice. */
export const BENCH_PROVIDERS: ProviderContext = { keys: {}, urls: {}, fakes: true };
export const BENCH_GREETING = "Hello, how can I help?";

const transcriber: Transcriber = {
  provider: "callwright",
  model: "fake-instant",
  text: "What are your opening hours on Saturday?",
};
const voice: Voice = { provider: "callwright", voiceId: "kal16" };
export const BENCH_ASSISTANT = { transcriber, voice, answer: "We are open on Saturday from nine in the morning until five." };
export type BareAssistant = typeof BENCH_ASSISTANT;

/** The same assistant for our server. The built-in model finds the answer in the prompt. */
export const BENCH_INLINE_ASSISTANT: CreateAssistant = {
  name: "Bench",
  transcriber,
  voice,
  firstMessage: BENCH_GREETING,
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: `You answer for a small shop.\n${BENCH_ASSISTANT.answer}` }],
  },
};

/** The common parts of the compared sides: a recognizer, a voice without pauses and computing time, and a model that answers at once. */
const RECOGNIZER: Transcriber = { provider: "callwright", model: "moonshine" };
const TONE: Voice = { provider: "callwright", voiceId: "fake-tone" };

/** The models of `startInstantModel`, by name, with their answers. */
export const BENCH_ANSWERS = {
  short: "Yes, until five.",
  long: Array.from({ length: 60 }, (_, index) => `This is sentence number ${index + 1}.`).join(" "),
};
export type BenchModel = keyof typeof BENCH_ANSWERS;

export const bareAssistant = (model: BenchModel): BareAssistant => ({
  transcriber: RECOGNIZER,
  voice: TONE,
  answer: BENCH_ANSWERS[model],
});

export const inlineAssistant = (model: BenchModel, url: string): CreateAssistant => ({
  name: "Bench",
  transcriber: RECOGNIZER,
  voice: TONE,
  firstMessage: BENCH_GREETING,
  model: { provider: "custom-llm", url, model, messages: [{ role: "system", content: "You answer for a small shop." }] },
});
