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

/** The same, as an assistant of ours. The built-in model finds the answer in the prompt. */
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
