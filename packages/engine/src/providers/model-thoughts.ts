import type { HistoryItem } from "@callwright/contract";
import type { AssistantContent, ProviderMetadata } from "ai";

type ReasoningPart = Extract<Exclude<AssistantContent, string>[number], { type: "reasoning" }>;

/** A model's thoughts before it called tools, and the provider's data of the calls. */
interface CallThoughts {
  thoughts: readonly ReasoningPart[];
  metadata: ProviderMetadata | undefined;
}

/**
 * The thoughts of a turn's tool calls. Some providers refuse tool answers without the signed thoughts before the calls. They last one turn: the
 * history does not contain them, and no provider needs those of earlier turns.
 */
export class ModelThoughts {
  readonly #byCall = new Map<string, CallThoughts>();
  #open: ReasoningPart[] = [];
  #openIds = new Map<string, ReasoningPart>();

  /** A request begins. Forgets the previous turn. False if the tools that it continues from were called elsewhere. */
  begin(history: readonly HistoryItem[]): boolean {
    const last = history.at(-1);
    if (last?.type !== "tool") this.#byCall.clear();
    this.#open = [];
    this.#openIds = new Map();
    return last?.type !== "tool" || this.#byCall.has(last.call.id);
  }

  think(id: string, text: string, metadata: ProviderMetadata | undefined): void {
    let part = this.#openIds.get(id);
    if (!part) {
      part = { type: "reasoning", text: "" };
      this.#openIds.set(id, part);
      this.#open.push(part);
    }
    part.text += text;
    if (metadata) part.providerOptions = { ...part.providerOptions, ...metadata };
  }

  /** A call takes the thoughts since the call before. */
  called(id: string, metadata: ProviderMetadata | undefined): void {
    this.#byCall.set(id, { thoughts: this.#open, metadata });
    this.#open = [];
  }

  of(callId: string): CallThoughts | undefined {
    return this.#byCall.get(callId);
  }
}
