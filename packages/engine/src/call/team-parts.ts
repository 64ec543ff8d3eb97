import { isDeepStrictEqual } from "node:util";
import type { CreateAssistant } from "@callwright/contract";
import type { TeamSpec } from "../conversation/agents/agent-spec.ts";
import type { CallTranscriber } from "../speech/hearing.ts";
import type { VoiceChain } from "../speech/voice-chain.ts";

interface Creators {
  createVoices(assistant: CreateAssistant): VoiceChain;
  createTranscribers(assistant: CreateAssistant): Promise<readonly CallTranscriber[]>;
}

/** Voices and transcribers of a team's agents, created when they are needed. Agents with equal settings share them. */
export class TeamParts {
  readonly #agents: TeamSpec["agents"];
  readonly #creators: Creators;
  readonly #voices: { settings: CreateAssistant["voice"]; voices: VoiceChain }[];
  /** Settings of those that hear now. */
  #hearing: CreateAssistant["transcriber"];

  /** `voices`: those of the first agent. */
  constructor({ agents }: TeamSpec, voices: VoiceChain, creators: Creators) {
    this.#agents = agents;
    this.#creators = creators;
    this.#voices = [{ settings: agents[0]?.assistant.voice, voices }];
    this.#hearing = agents[0]?.assistant.transcriber;
  }

  voicesOf(agent: string | undefined): VoiceChain {
    const { voice: settings, ...rest } = this.#assistantOf(agent);
    const known = this.#voices.find((each) => isDeepStrictEqual(each.settings, settings));
    if (known) return known.voices;
    const voices = this.#creators.createVoices({ ...rest, ...(settings && { voice: settings }) });
    this.#voices.push({ settings, voices });
    return voices;
  }

  /** Undefined: those that hear now go on. */
  async transcribersFor(agent: string): Promise<readonly CallTranscriber[] | undefined> {
    const assistant = this.#assistantOf(agent);
    if (isDeepStrictEqual(assistant.transcriber, this.#hearing)) return undefined;
    this.#hearing = assistant.transcriber;
    const transcribers = await this.#creators.createTranscribers(assistant);
    // A page cannot begin to transcribe in the middle of a call.
    return transcribers.length > 0 ? transcribers : undefined;
  }

  #assistantOf(agent: string | undefined): CreateAssistant {
    return (this.#agents.find(({ name }) => name === agent) ?? this.#agents[0])?.assistant ?? {};
  }
}
