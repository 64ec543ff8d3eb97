import type { CreateAssistant, Voice } from "@callwright/contract";
import type { ToolHappening, ToolRunner } from "../conversation/agent-tool.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import type { TemplateProblem } from "../conversation/template.ts";
import { ProviderError } from "../model/provider-error.ts";
import { createModelOrFailing } from "../providers/model-or-failing.ts";
import type { HearingTranscriber, ProviderContext } from "../providers/provider.ts";
import { createTranscriber, createVoice, partChoices } from "../providers/registry.ts";
import { type AskEndpointing, endpointingAdviser } from "../speech/endpointing-server.ts";
import { voiceFormat } from "../speech/format/format-text.ts";
import { type CallVoice, callVoice } from "../speech/synthesis.ts";
import { VoiceChain } from "../speech/voice-chain.ts";
import { type BackgroundLoader, backgroundLoader } from "./background-loader.ts";
import type { CallSpec } from "./call-spec.ts";
import { watchModel } from "./slow-model.ts";

const OFFLINE = "callwright";

export interface CallParts {
  conversation: Conversation;
  voices: VoiceChain;
  transcriber: HearingTranscriber;
  transcriberProvider: string;
  /** Why the assistant's own transcriber cannot be used. */
  transcriberProblem?: string;
  /** Asks the assistant's endpointing server, see `endpointingAdviser`. Absent: it has none. */
  adviseEndpointing?: (customerText: string) => Promise<number | undefined>;
  /** Loads the sound behind the assistant. Absent: none is wanted. */
  loadBackgroundSound?: BackgroundLoader;
}

/** What happens in the conversation of a call, besides its words. */
export interface ConversationListener {
  onTemplateProblem(problem: TemplateProblem): void;
  /** The endpointing server is of no use. At most once. */
  onEndpointingProblem(message: string): void;
  /** The model has no output for seconds. */
  onModelSlow(): void;
  onTool(happening: ToolHappening): void;
}

/** Creates a call's conversation, voice and transcriber from the assistant's settings. A part that cannot be set up fails when it is used. */
export async function createCallParts(
  spec: CallSpec,
  context: ProviderContext,
  { onTemplateProblem, onEndpointingProblem, onModelSlow, onTool }: ConversationListener,
  tools?: ToolRunner,
  askEndpointing?: AskEndpointing,
): Promise<CallParts> {
  const { assistant } = spec;
  const platformValues = { call: { id: spec.callId, type: "webCall" }, transport: { conversationType: "voice" } };
  const variableValues = { ...platformValues, ...spec.variableValues };
  const conversationData = { metadata: assistant.metadata, call: { ...platformValues.call, orgId: spec.orgId } };
  const voices = new VoiceChain([
    ...partChoices("voice", assistant.voice).map((voice) => () => createCallVoice(voice, context)),
    () => createOfflineVoice(context),
  ]);
  const [model, hearing] = await Promise.all([
    createModelOrFailing(assistant.model, { ...context, conversation: conversationData }).then((created) =>
      watchModel(created, onModelSlow),
    ),
    createHearing(assistant, context),
    // Loads the first voice, so that the greeting does not wait for it.
    voices.first(),
  ]);
  const conversation = createConversation({
    assistant,
    variableValues,
    model,
    now: () => new Date(),
    onTemplateProblem,
    onTool,
    ...(tools && { tools }),
  });
  const loadBackgroundSound = backgroundLoader(assistant.backgroundSound, context);
  const isAsked = assistant.startSpeakingPlan?.smartEndpointingPlan?.provider === "custom-endpointing-model";
  return {
    conversation,
    voices,
    ...hearing,
    ...(isAsked && askEndpointing && { adviseEndpointing: endpointingAdviser(askEndpointing, onEndpointingProblem) }),
    ...(loadBackgroundSound && { loadBackgroundSound }),
  };
}

/** Replaces failing voices. It is offline, so that it does not fail for the same reason. */
export async function createOfflineVoice(context: ProviderContext): Promise<CallVoice> {
  return callVoice(OFFLINE, await createVoice(undefined, context));
}

async function createCallVoice(settings: Voice, context: ProviderContext): Promise<CallVoice> {
  const { provider } = settings;
  try {
    return callVoice(provider, await createVoice(settings, context), voiceFormat(settings));
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

function explain(error: unknown): string {
  return error instanceof ProviderError ? error.message : "It could not be set up.";
}
