import { isDeepStrictEqual } from "node:util";
import type { HistoryItem, TextItem, ToolAnswer, ToolCall, ToolItem } from "@callwright/contract";
import type { Settlement } from "./conversation.ts";

/** The assistant's words in one turn. Tool calls split them into several items. */
export interface Reply {
  /** Adds words. */
  add(text: string): void;
  /** Words that were spoken before this item and do not belong to it. The heard text begins with them. */
  addAside(text: string): void;
  /** Later words form a separate item. */
  split(): void;
}

interface OpenReply {
  texts: TextItem[];
  /** Number of words before it. */
  asideWords: number;
  isSettled: boolean;
}

/** The history of one conversation. After `settle`, a reply has the heard words or keeps its own, and later words do not change it. */
export class History {
  readonly #items: HistoryItem[];
  #lastReply: OpenReply | undefined;
  /** The reply that may get further words. */
  #begun: OpenReply | undefined;

  constructor(items: readonly HistoryItem[]) {
    this.#items = items.map(copy);
  }

  get items(): HistoryItem[] {
    return this.#items.map(copy);
  }

  get size(): number {
    return this.#items.length;
  }

  /** The number of the last step that called tools; 0 before the first. */
  get lastStep(): number {
    return this.#items.reduce((last, item) => (item.type === "tool" ? Math.max(last, item.step) : last), 0);
  }

  add(item: HistoryItem): void {
    if (item.type === "tool" || item.text !== "") this.#items.push(item);
  }

  beginReply(): Reply {
    const reply: OpenReply = { texts: [], asideWords: 0, isSettled: false };
    this.#begun = reply;
    let current: TextItem | undefined;
    return {
      add: (text) => {
        if (reply.isSettled || text === "") return;
        if (!current) {
          current = { type: "assistant", text: "" };
          this.#items.push(current);
          reply.texts.push(current);
          this.#lastReply = reply;
        }
        current.text += text;
      },
      addAside: (text) => {
        reply.asideWords += wordsOf(text).length;
      },
      split: () => {
        if (current) current.text = current.text.trimEnd();
        current = undefined;
      },
    };
  }

  /** Adds the calls of one model step. Returns a function that stores the answer of each. */
  addCalls(calls: readonly ToolCall[]): (call: ToolCall, answer: ToolAnswer) => void {
    const step = this.lastStep + 1;
    const items = calls.map((call): ToolItem => ({ type: "tool", step, call, answer: null }));
    this.#items.push(...items);
    return (call, answer) => {
      const item = items.find((each) => each.call === call);
      if (item) item.answer = answer;
    };
  }

  /** Earlier calls of the same tool with the same arguments, in steps after the given one. */
  sameCallsBefore(call: ToolCall, afterStep: number): readonly Readonly<ToolItem>[] {
    const calls = this.#items.filter((item): item is ToolItem => item.type === "tool" && item.step > afterStep);
    const own = calls.findIndex((item) => item.call === call);
    return calls.slice(0, own).filter((item) => isSameCall(item.call, call));
  }

  /**
   * Corrects the last reply to its heard words, unless it keeps its own. An interrupted reply without heard words is removed from the history; its
   * tool calls stay. Returns whether a word of it was heard.
   */
  settle(heardText: string, { interrupted, keepsOutput = false }: Settlement): boolean {
    // The reply may still wait for its first word.
    if (interrupted && this.#begun) this.#begun.isSettled = true;
    const reply = this.#lastReply;
    if (!reply) return false;
    reply.isSettled = true;
    this.#lastReply = undefined;
    const isHeard = wordsOf(heardText).length > reply.asideWords;
    const heard = isHeard ? heardText.trim() : "";
    if (isHeard ? keepsOutput : !interrupted) return isHeard;
    const parts = spread(
      heard,
      reply.texts.map(({ text }) => text),
    );
    for (const [index, item] of reply.texts.entries()) {
      item.text = parts[index] ?? "";
      if (item.text === "") this.#items.splice(this.#items.indexOf(item), 1);
    }
    return isHeard;
  }
}

/** Divides the heard words among the texts: each gets as many as it has words, the last one gets the rest. */
function spread(heard: string, texts: readonly string[]): string[] {
  if (texts.length === 1) return [heard];
  const words = wordsOf(heard);
  return texts.map((text, index) => {
    const count = wordsOf(text).length;
    return words.splice(0, index === texts.length - 1 ? words.length : count).join(" ");
  });
}

/** The caller's words in several turns without an answer are one text for the model, because many models answer only the last one. */
export function joinedWords(items: readonly HistoryItem[]): HistoryItem[] {
  const joined: HistoryItem[] = [];
  for (const item of items) {
    const before = joined.at(-1);
    if (item.type === "user" && before?.type === "user")
      joined[joined.length - 1] = { ...item, text: `${before.text}\n${item.text}` };
    else joined.push(item);
  }
  return joined;
}

/** The arguments may be in any order. */
function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return one.name === other.name && isDeepStrictEqual(one.arguments, other.arguments);
}

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];

function copy(item: HistoryItem): HistoryItem {
  return structuredClone(item);
}
