import type { Model, Transcriber, Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import type { LanguageModel } from "../conversation/language-model.ts";
import { callwright } from "./callwright/index.ts";
import { customLlm } from "./custom-llm/index.ts";
import { fake, isFakeName } from "./fake/index.ts";
import { openai } from "./openai/index.ts";
import type { HearingTranscriber, Provider, ProviderContext } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";

const PROVIDERS: readonly Provider[] = [callwright, customLlm, openai];

/** What an assistant gets that names nothing: everything offline, no key. */
export const DEFAULT_MODEL: Model = { provider: "callwright", model: "builtin" };
const DEFAULT_VOICE: Voice = { provider: "callwright", voiceId: "slt" };
const DEFAULT_TRANSCRIBER: Transcriber = { provider: "callwright", model: "auto" };

/** The language model of an assistant; absent settings mean the built-in one. Fails with a `ProviderError` that says what to set. */
export async function createModel(settings: Model | undefined, context: ProviderContext): Promise<LanguageModel> {
  const chosen = settings ?? DEFAULT_MODEL;
  const create = findProvider(chosen.provider, chosen.model, context).model;
  if (!create) throw notOnThisServer("model", chosen.provider);
  return create(chosen, context);
}

/** The voice of an assistant, a streaming TTS; absent settings mean offline voice slt. Fails with a `ProviderError`. */
export async function createVoice(settings: Voice | undefined, context: ProviderContext): Promise<tts.TTS> {
  const chosen = settings ?? DEFAULT_VOICE;
  const create = findProvider(chosen.provider, chosen.voiceId ?? "", context).voice;
  if (!create) throw notOnThisServer("voice", chosen.provider);
  return create(chosen, context);
}

/** What hears the caller; absent settings mean `auto`. Fails with a `ProviderError`. */
export async function createTranscriber(
  settings: Transcriber | undefined,
  context: ProviderContext,
): Promise<HearingTranscriber> {
  const chosen = settings ?? DEFAULT_TRANSCRIBER;
  const create = findProvider(chosen.provider, chosen.model ?? "", context).transcriber;
  if (!create) throw notOnThisServer("transcriber", chosen.provider);
  return create(chosen, context);
}

function findProvider(id: string, name: string, context: ProviderContext): Pick<Provider, "model" | "voice" | "transcriber"> {
  if (context.fakes && id === callwright.id && isFakeName(name)) return fake;
  return PROVIDERS.find((provider) => provider.id === id) ?? {};
}

function notOnThisServer(part: "model" | "voice" | "transcriber", provider: string): ProviderError {
  const instead = {
    model:
      "Use openai with a credential or a key in OPENAI_API_KEY, custom-llm with the URL of an OpenAI-compatible server, or callwright",
    voice: "Use an offline voice: provider callwright with slt, rms, awb or kal16",
    transcriber: "Use provider callwright with auto, pocketsphinx or browser",
  }[part];
  return new ProviderError(`This server cannot run ${part}s of ${provider}. ${instead}.`, { provider, part, retryable: false });
}
