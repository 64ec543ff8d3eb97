import {
  type AgentStarted,
  type CreateAssistant,
  type Hearing,
  isStandIn,
  type Transcriber,
  type Usage,
  type Voice,
} from "@callwright/contract";
import { NO_TOOLS, type ToolHappening } from "../conversation/agent-tool.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import type { TemplateProblem } from "../conversation/template.ts";
import { SoundFileError } from "../media/sound-file-error.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import { createModelOrFailing } from "../providers/model-or-failing.ts";
import { PhraseTts } from "../providers/phrases/phrase-tts.ts";
import { chunkRule } from "../providers/phrases/phrases.ts";
import type { ProviderContext } from "../providers/provider.ts";
import { createTranscriber, createVoice, hasKeyFor, partChoices } from "../providers/registry.ts";
import { type AskEndpointing, endpointingAdviser } from "../speech/endpointing-server.ts";
import { voiceFormat } from "../speech/format/format-text.ts";
import type { CallTranscriber, HearingFailure } from "../speech/hearing.ts";
import { soundFileVoice } from "../speech/sound-file-voice.ts";
import type { Delivery } from "../speech/speech.ts";
import { type CallVoice, callVoice } from "../speech/synthesis.ts";
import { VoiceChain } from "../speech/voice-chain.ts";
import { type BackgroundLoader, backgroundLoader } from "./background-loader.ts";
import { type CallSpec, isPhoneCall } from "./call-spec.ts";
import type { CallTools } from "./call-tools.ts";
import { type LoadOptions, loadSoundFile } from "./sound-file.ts";
import { TeamParts } from "./team-parts.ts";

const OFFLINE = "callwright";
const OFFLINE_TRANSCRIBER: Transcriber = { provider: OFFLINE, model: "auto" };

export interface CallParts {
  conversation: Conversation;
  voices: VoiceChain;
  /** Plays a first message that is the address of a sound file. */
  soundFile(url: string): VoiceChain;
  /** Absent: an assistant has the call alone. */
  team?: TeamParts;
  /** The transcribers at the start. */
  hearing: Hearing;
  /** The first hears the caller, the next ones replace it. Empty: words come from the page. */
  transcribers: readonly CallTranscriber[];
  /** Why transcribers of the assistant cannot be used. */
  transcriberProblems: readonly HearingFailure[];
  /** Asks the assistant's endpointing server, see `endpointingAdviser`. Absent: there is none. */
  adviseEndpointing?: (customerText: string) => Promise<number | undefined>;
  /** Loads the sound behind the assistant. Absent: none is wanted. */
  loadBackgroundSound?: BackgroundLoader;
}

/** The voices of a speech: those of its agent, or the player of its sound file. */
export function voicesOf({ team, voices, soundFile }: CallParts, { agent, soundUrl }: Delivery): VoiceChain {
  return soundUrl === undefined ? (team?.voicesOf(agent) ?? voices) : soundFile(soundUrl);
}

/** Events in the conversation of a call, besides its words. */
export interface ConversationListener {
  onTemplateProblem(problem: TemplateProblem): void;
  /** The endpointing server is of no use. At most once. */
  onEndpointingProblem(message: string): void;
  /** The model has had no output for seconds. */
  onModelSlow(): void;
  onTool(happening: ToolHappening): void;
  onAgentStarted(started: AgentStarted): void;
  /** Usage of a part of the call. */
  onUsage(usage: Usage): void;
}

/** Creates a call's conversation, voice and transcriber from the assistant's settings. A part that cannot be set up fails when it is used. */
export async function createCallParts(
  spec: CallSpec,
  given: ProviderContext,
  { onUsage, onTemplateProblem, onEndpointingProblem, onModelSlow, onTool, onAgentStarted }: ConversationListener,
  tools?: CallTools,
  askEndpointing?: AskEndpointing,
): Promise<CallParts> {
  const context = { ...given, onUsage };
  const assistant = spec.team?.agents[0]?.assistant ?? spec.assistant;
  const { callType: type = "webCall", customer, phoneNumber } = spec;
  const platformValues = {
    call: { id: spec.callId, type },
    transport: { conversationType: "voice" },
    ...(customer && { customer }),
    ...(phoneNumber && { phoneNumber }),
  };
  const hasPage = type === "webCall";
  const variableValues = { ...platformValues, ...spec.variableValues };
  const conversationData = { metadata: assistant.metadata, call: { ...platformValues.call, orgId: spec.orgId } };
  const voices = createVoices(assistant, context);
  // Agents that join the team may bring keys.
  let providers = context;
  const createModel = async (settings: CreateAssistant["model"]) =>
    watchModel(await createModelOrFailing(settings, { ...providers, conversation: conversationData }), onModelSlow);
  const [model, hearing] = await Promise.all([
    createModel(assistant.model),
    createHearing(assistant, context, hasPage),
    // Loads the first voice, so that the greeting does not wait for it.
    voices.first(),
  ]);
  const team =
    spec.team &&
    new TeamParts(spec.team, {
      voices,
      model,
      createModel,
      createVoices: (of) => createVoices(of, providers),
      createTranscribers: async (of) => (await createHearing(of, providers, hasPage)).transcribers,
    });
  const conversation = createConversation({
    assistant,
    variableValues,
    model,
    now: () => new Date(),
    onTemplateProblem,
    onTool,
    ...(tools && { tools }),
    ...(team && {
      team: {
        spec: team.spec,
        modelOf: (agent) => team.modelOf(agent),
        toolsOf: (agent) => tools?.ofAgent(agent) ?? NO_TOOLS,
        onStarted: onAgentStarted,
        onJoined({ agents, keys }) {
          providers = { ...providers, orgKeys: { ...providers.orgKeys, ...keys } };
          team.join(agents);
        },
      },
    }),
  });
  const loadBackgroundSound = backgroundLoader(spec.assistant.backgroundSound ?? (isPhoneCall(spec) ? "office" : "off"), context);
  const isAsked = assistant.startSpeakingPlan?.smartEndpointingPlan?.provider === "custom-endpointing-model";
  return {
    conversation,
    voices,
    soundFile: (url) => soundFileChain(url, context),
    ...hearing,
    ...(team && { team }),
    ...(isAsked && askEndpointing && { adviseEndpointing: endpointingAdviser(askEndpointing, onEndpointingProblem) }),
    ...(loadBackgroundSound && { loadBackgroundSound }),
  };
}

/** The voice of a first message that is a sound file. It has no replacement. */
export function soundFileChain(url: string, context: LoadOptions): VoiceChain {
  return new VoiceChain([async () => soundFileVoice(() => loadFirstMessage(url, context))]);
}

async function loadFirstMessage(url: string, context: LoadOptions): Promise<Int16Array> {
  try {
    return await loadSoundFile(url, context);
  } catch (cause) {
    const reason = cause instanceof SoundFileError ? cause.message : "it could not be decoded";
    const message = `The sound file of the first message is not played: ${reason}.`;
    throw new ProviderError(message, { provider: "callwright", part: "voice", retryable: false, cause });
  }
}

function createVoices({ voice }: CreateAssistant, context: ProviderContext): VoiceChain {
  const choices = partChoices("voice", voice).filter((each) => !isStandIn(each) || hasKeyFor("voice", each.provider, context));
  return new VoiceChain([...choices.map((each) => () => createCallVoice(each, context)), () => createOfflineVoice(context)]);
}

/** Replaces failing voices. It is offline, so that it does not fail for the same reason. */
export async function createOfflineVoice(context: ProviderContext): Promise<CallVoice> {
  return callVoice(OFFLINE, await createVoice(undefined, context), { format: voiceFormat({}, "en"), takesWords: true });
}

/** A voice that cannot be set up reports why when it should speak. */
export async function createCallVoice(settings: Voice, context: ProviderContext): Promise<CallVoice> {
  const { provider } = settings;
  try {
    const voice = await createVoice(settings, context);
    // A replacement may span several words.
    const takesWords = !settings.chunkPlan?.formatPlan?.replacements?.length;
    if (!(voice instanceof PhraseTts)) return callVoice(provider, voice, { format: voiceFormat(settings), takesWords });
    voice.chunks = chunkRule(settings.chunkPlan);
    const { ownLanguage, load } = voice.voice;
    return callVoice(provider, voice, { format: voiceFormat(settings, ownLanguage), takesWords, load });
  } catch (error) {
    return { provider, message: explain(error) };
  }
}

type CallHearing = Pick<CallParts, "hearing" | "transcribers" | "transcriberProblems">;

/**
 * The transcribers of a call: the assistant's own and those of its fallback plan, if they can be set up, then the built-in one if it knows the
 * language. A page cannot begin to transcribe in the middle of a call, so `browser` counts only as the first.
 */
async function createHearing({ transcriber }: CreateAssistant, context: ProviderContext, hasPage: boolean): Promise<CallHearing> {
  const transcribers: CallTranscriber[] = [];
  const transcriberProblems: HearingFailure[] = [];
  let hearing: Hearing | undefined;
  let lastHearing: Hearing | undefined;
  for (const settings of transcriber ? partChoices("transcriber", transcriber) : [OFFLINE_TRANSCRIBER]) {
    const { provider } = settings;
    try {
      const made = await createTranscriber(settings, context);
      if (!hasPage && made.hearing === "browser") {
        transcriberProblems.push({ provider, message: "No browser transcribes this call: it has no page." });
        continue;
      }
      hearing ??= made.hearing;
      if (made.stt) {
        transcribers.push({ provider, stt: made.stt, failuresMax: 1 });
        lastHearing = made.hearing;
      } else if (transcribers.length === 0) return { hearing, transcribers, transcriberProblems };
    } catch (error) {
      transcriberProblems.push({ provider, message: explain(error) });
    }
  }
  const last = transcribers.at(-1);
  if (last?.provider !== OFFLINE || lastHearing === "local") {
    const language = last ? transcriber?.language : undefined;
    const made = await createTranscriber({ ...OFFLINE_TRANSCRIBER, ...(language && { language }) }, context);
    hearing ??= made.hearing;
    // The assistant's last transcriber gets a second chance before the built-in one, which may recognize less.
    if (made.stt && last) last.failuresMax = 2;
    if (made.stt) transcribers.push({ provider: OFFLINE, stt: made.stt, failuresMax: 1 });
  }
  return { hearing: hearing ?? "text", transcribers, transcriberProblems };
}

function explain(error: unknown): string {
  return error instanceof ProviderError ? error.message : "It could not be set up.";
}

/** A model without output after this is slow. */
const SLOW_MODEL_MS = 3_000;

/** Calls `onSlow` for each request without output in time. */
export function watchModel(model: LanguageModel, onSlow: () => void): LanguageModel {
  return {
    provider: model.provider,
    async *stream(request) {
      const timer = setTimeout(onSlow, SLOW_MODEL_MS);
      const stop = () => clearTimeout(timer);
      // A model that does not stop at once must not be reported afterwards.
      request.signal.addEventListener("abort", stop, { once: true });
      try {
        for await (const part of model.stream(request)) {
          stop();
          yield part;
        }
      } finally {
        stop();
        request.signal.removeEventListener("abort", stop);
      }
    },
  };
}
