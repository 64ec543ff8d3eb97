import { type llm, voice } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";

export interface SpeakingAgentNodes {
  onUserTurn(text: string): void;
  /** The words of the current speech. */
  model(): ReadableStream<string> | undefined;
  voice(text: ReadableStream<string>): ReadableStream<AudioFrame> | undefined;
}

/**
 * The framework's agent. It never answers by itself: it passes user turns to the call, which asks for speeches with its own model and voice.
 * All speeches go through `generateReply`: after an interruption it commits the words that were spoken, while `say` commits the whole text.
 */
export class SpeakingAgent extends voice.Agent {
  #nodes: SpeakingAgentNodes;

  constructor(nodes: SpeakingAgentNodes) {
    super({ instructions: "" });
    this.#nodes = nodes;
  }

  override async onUserTurnCompleted(_context: llm.ChatContext, message: llm.ChatMessage): Promise<void> {
    const text = message.textContent?.trim();
    if (text) this.#nodes.onUserTurn(text);
    throw new voice.StopResponse();
  }

  override async llmNode(): ReturnType<voice.Agent["llmNode"]> {
    return (this.#nodes.model() ?? null) as Awaited<ReturnType<voice.Agent["llmNode"]>>;
  }

  override async ttsNode(text: Parameters<voice.Agent["ttsNode"]>[0]): ReturnType<voice.Agent["ttsNode"]> {
    return (this.#nodes.voice(text as ReadableStream<string>) ?? null) as Awaited<ReturnType<voice.Agent["ttsNode"]>>;
  }
}
