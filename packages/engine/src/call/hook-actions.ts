import type { HookAction, PromptMessage } from "@callwright/contract";
import type { Conversation } from "../conversation/conversation.ts";
import type { PhoneAct } from "../conversation/phone-act.ts";
import type { CallTools } from "./call-tools.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Saying } from "./saying.ts";

type SpeakingDialogue = Pick<Dialogue, "endAfterSpeech" | "insert" | "interject" | "isBusy" | "isCallerSilent" | "say" | "word">;

export interface HookActionsOptions {
  dialogue: SpeakingDialogue;
  conversation: Conversation;
  tools: Pick<CallTools, "callOfHook">;
  /** From 0 to below 1. */
  random(): number;
  /** Can the caller hear the assistant? */
  isReachable(): boolean;
  /** Default: there is no telephone. */
  onPhoneAct?(act: PhoneAct): void;
}

/** When the assistant says a hook's words. */
export type SpeechPlace =
  /** Begins when nobody speaks. */
  | "free"
  /** When the caller does not speak, before other speeches: the speech is about an interruption or about the caller's words. */
  | "first"
  /** While the model is awaited; else as `free`. */
  | "aside";

/** A run of a hook's actions. */
export interface HookRun {
  actions: readonly HookAction[];
  index: number;
  place: SpeechPlace;
  /** A turn begins for the hook. */
  onTurn(turn: number): void;
}

/** Runs the actions of hooks, one after the other, and never interrupts the caller. */
export class HookActions {
  readonly #options: HookActionsOptions;
  #waiting: { place: SpeechPlace; begin: () => void }[] = [];
  readonly #closing = new AbortController();

  constructor(options: HookActionsOptions) {
    this.#options = options;
  }

  /** Resolves when the actions are done, or when the call ends. */
  async run(run: HookRun): Promise<void> {
    for (const [position, action] of run.actions.entries()) {
      if (this.#closing.signal.aborted) return;
      await this.#perform(action, `${run.index}.${position}`, run);
    }
  }

  /** Says words that waited for this moment. */
  speakIfFree(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) {
      if (this.#isFree(each.place)) each.begin();
      else this.#waiting.push(each);
    }
  }

  /** The caller has finished, and the answer has not begun. */
  speakBeforeAnswer(): void {
    const isFirst = ({ place }: { place: SpeechPlace }) => place === "first";
    const firsts = this.#waiting.filter(isFirst);
    this.#waiting = this.#waiting.filter((each) => !isFirst(each));
    for (const { begin } of firsts) begin();
  }

  close(): void {
    this.#closing.abort();
    this.#waiting = [];
  }

  #isFree(place: SpeechPlace): boolean {
    const { dialogue, isReachable } = this.#options;
    return isReachable() && dialogue.isCallerSilent && (place === "first" || !dialogue.isBusy);
  }

  /** The first action begins at once. */
  #perform(action: HookAction, at: string, run: HookRun): Promise<void> {
    const { dialogue } = this.#options;
    switch (action.type) {
      case "say":
        return this.#say(action, run);
      case "tool":
        return this.#act(at, run);
      case "message.add":
        if (action.triggerResponseEnabled ?? true) return this.#speak(run, () => dialogue.insert(action.message, true));
        dialogue.insert(action.message, false);
        return Promise.resolve();
      default:
        return action satisfies never;
    }
  }

  #say({ exact, prompt = [] }: Extract<HookAction, { type: "say" }>, run: HookRun): Promise<void> {
    const { dialogue } = this.#options;
    const first = run.place === "first";
    if (exact === undefined) return this.#speak(run, () => dialogue.word(notesOf(prompt), { first }));
    const text = typeof exact === "string" ? exact : this.#pick(exact);
    if (run.place === "aside" && dialogue.interject(text)) return Promise.resolve();
    return this.#sayText(text, run, false);
  }

  #pick(texts: readonly string[]): string {
    return texts[Math.floor(this.#options.random() * texts.length)] ?? "";
  }

  #sayText(text: string, run: HookRun, asWritten: boolean): Promise<void> {
    const options = { interruptible: true, interrupts: false, first: run.place === "first", asWritten };
    return this.#speak(run, () => this.#options.dialogue.say(text, options));
  }

  /** Speaks when the place is free. Resolves when it was spoken. */
  #speak({ place, onTurn }: HookRun, say: () => Saying | undefined): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        const saying = say();
        if (!saying) return resolve();
        onTurn(saying.turn);
        void saying.ended.then(resolve);
      };
      if (this.#isFree(place)) begin();
      else this.#waiting.push({ place, begin });
    });
  }

  async #act(at: string, run: HookRun): Promise<void> {
    const { conversation, dialogue, tools } = this.#options;
    const { call, runner } = tools.callOfHook(at);
    const sayings: Promise<void>[] = [];
    let text = "";
    const say = () => {
      if (text.trim() !== "") sayings.push(this.#sayText(text, run, true));
      text = "";
    };
    let endedReason: string | undefined;
    for await (const part of conversation.act(call, runner, this.#closing.signal)) {
      if (part.type === "text") text = `${text} ${part.text}`.trim();
      else say();
      if (part.type === "flush" && part.wait) await Promise.all(sayings);
      if (part.type === "phone-act") this.#options.onPhoneAct?.(part.act);
      if (part.type === "end") endedReason = part.endedReason;
    }
    say();
    await Promise.all(sayings);
    if (endedReason !== undefined && !this.#closing.signal.aborted) dialogue.endAfterSpeech(endedReason);
  }
}

function notesOf(prompt: string | readonly Record<string, unknown>[]): PromptMessage[] {
  if (typeof prompt === "string") return [{ role: "system", content: prompt }];
  return prompt.map(({ role, content, message }) => {
    const text = content ?? message;
    return {
      role: role === "user" || role === "assistant" ? role : "system",
      content: typeof text === "string" ? text : JSON.stringify(text ?? ""),
    };
  });
}
