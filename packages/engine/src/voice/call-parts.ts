import type { CreateAssistant } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import type { Conversation } from "../conversation/conversation.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import { createModelOrFailing } from "../providers/model-or-failing.ts";
import type { HearingTranscriber, ProviderContext } from "../providers/provider.ts";
import { ProviderError } from "../providers/provider-error.ts";
import { createTranscriber, createVoice } from "../providers/registry.ts";
import type { CallSpec } from "./call-host-protocol.ts";
import type { CallVoice } from "./synthesis.ts";

const OFFLINE = "callwright";

export interface CallParts {
  conversation: Conversation;
  voice: CallVoice;
  /** The voice that speaks when `voice` fails. Made when it is first asked for; this call's own, because its errors are told on it. */
  fallbackVoice(): Promise<CallVoice>;
  transcriber: HearingTranscriber;
  transcriberProvider: string;
  /** Why the assistant's own transcriber could not be used. */
  transcriberProblem?: string;
}

/** What a call is made of, from the assistant's settings. A part that cannot be set up fails when it is used, not here. */
export async function createCallParts(spec: CallSpec, context: ProviderContext): Promise<CallParts> {
  const { assistant } = spec;
  const [model, voice, hearing] = await Promise.all([
    createModelOrFailing(assistant.model, context),
    createCallVoice(assistant, context),
    createHearing(assistant, context),
  ]);
  const platformValues = { call: { id: spec.callId, type: "webCall" }, transport: { conversationType: "voice" } };
  const variableValues = { ...platformValues, ...spec.variableValues };
  const conversation = createConversation({ assistant, variableValues, model, now: () => new Date() });
  let fallback: Promise<CallVoice> | undefined;
  const fallbackVoice = () => {
    fallback ??= createFallbackVoice(context);
    return fallback;
  };
  return { conversation, voice, fallbackVoice, ...hearing };
}

/** A voice to speak when another fails: offline, so that it cannot fail the same way. */
export async function createFallbackVoice(context: ProviderContext): Promise<CallVoice> {
  return withErrorListener({ provider: OFFLINE, tts: await createVoice(undefined, context) });
}

async function createCallVoice(assistant: CreateAssistant, context: ProviderContext): Promise<CallVoice> {
  const provider = assistant.voice?.provider ?? OFFLINE;
  try {
    return withErrorListener({ provider, tts: await createVoice(assistant.voice, context) });
  } catch (error) {
    return { provider, message: explain(error) };
  }
}

async function createHearing(assistant: CreateAssistant, context: ProviderContext) {
  const transcriberProvider = assistant.transcriber?.provider ?? OFFLINE;
  try {
    return { transcriber: await createTranscriber(assistant.transcriber, context), transcriberProvider };
  } catch (error) {
    const transcriber = await createTranscriber(undefined, context);
    return { transcriber, transcriberProvider, transcriberProblem: explain(error) };
  }
}

/** An emitter without a listener throws its errors; these are told by the synthesis they belong to. */
function withErrorListener(voice: CallVoice & { tts: tts.TTS }): CallVoice {
  voice.tts.on("error", () => {});
  return voice;
}

function explain(error: unknown): string {
  return error instanceof ProviderError ? error.message : "It could not be set up.";
}
