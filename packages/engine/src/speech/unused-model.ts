import { llm } from "@livekit/agents";

/** The session requires a model; the agent's own node answers instead. */
export class UnusedModel extends llm.LLM {
  override label(): string {
    return "callwright.UnusedModel";
  }

  override chat(): llm.LLMStream {
    throw new Error("The conversation answers, not the session's model.");
  }
}
