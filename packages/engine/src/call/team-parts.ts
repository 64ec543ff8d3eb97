import { isDeepStrictEqual } from "node:util";
import type { CreateAssistant } from "@callwright/contract";
import type { AgentSpec, TeamSpec } from "../conversation/agents/agent-spec.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { lazyModel } from "../providers/lazy-model.ts";
import type { CallTranscriber } from "../speech/hearing.ts";
import type { VoiceChain } from "../speech/voice-chain.ts";

interface Parts {
  /** Voices of the first agent. */
  voices: VoiceChain;
  /** Model of the first agent. */
  model: LanguageModel;
  createModel(settings: CreateAssistant["model"]): Promise<LanguageModel>;
  createVoices(assistant: CreateAssistant): VoiceChain;
  createTranscribers(assistant: CreateAssistant): Promise<readonly CallTranscriber[]>;
}

/** Models, voices and transcribers of a team's agents, created when they are needed. Agents with equal settings share their voice. */
export class TeamParts {
  readonly spec: TeamSpec;
  readonly #agents: AgentSpec[];
  readonly #parts: Parts;
  readonly #models = new Map<string, LanguageModel>();
  readonly #voices: { settings: CreateAssistant["voice"]; voices: VoiceChain }[] = [];
  /** Settings of the current transcribers. */
  #hearing: CreateAssistant["transcriber"];

  constructor(spec: TeamSpec, parts: Parts) {
    const [first] = spec.agents;
    this.spec = spec;
    this.#agents = [...spec.agents];
    this.#parts = parts;
    if (first) this.#models.set(first.name, parts.model);
    this.#voices.push({ settings: first?.assistant.voice, voices: parts.voices });
    this.#hearing = first?.assistant.transcriber;
  }

  join(agents: readonly AgentSpec[]): void {
    this.#agents.push(...agents);
  }

  modelOf({ name, assistant }: AgentSpec): LanguageModel {
    const made = this.#models.get(name) ?? lazyModel(assistant.model?.provider, () => this.#parts.createModel(assistant.model));
    this.#models.set(name, made);
    return made;
  }

  voicesOf(agent: string | undefined): VoiceChain {
    const assistant = this.#assistantOf(agent);
    const known = this.#voices.find((each) => isDeepStrictEqual(each.settings, assistant.voice));
    if (known) return known.voices;
    const voices = this.#parts.createVoices(assistant);
    this.#voices.push({ settings: assistant.voice, voices });
    return voices;
  }

  /** Undefined: the current ones continue. */
  async transcribersFor(agent: string): Promise<readonly CallTranscriber[] | undefined> {
    const assistant = this.#assistantOf(agent);
    if (isDeepStrictEqual(assistant.transcriber, this.#hearing)) return undefined;
    this.#hearing = assistant.transcriber;
    const transcribers = await this.#parts.createTranscribers(assistant);
    // A page cannot begin to transcribe in the middle of a call.
    return transcribers.length > 0 ? transcribers : undefined;
  }

  #assistantOf(agent: string | undefined): CreateAssistant {
    return (this.#agents.find(({ name }) => name === agent) ?? this.#agents[0])?.assistant ?? {};
  }
}
