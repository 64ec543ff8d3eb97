import type { HookAction } from "@callwright/contract";
import {
  type CallHook,
  type CallHookEvent,
  callHooksOf,
  hooksOn,
  isLowConfidence,
  speechTimeout,
} from "../conversation/call-hook.ts";
import { FRAME_MS } from "../media/audio-format.ts";
import type { CallHappening } from "./call-happening.ts";
import type { Report } from "./call-reporter.ts";
import type { CallSpec } from "./call-spec.ts";
import type { Dialogue } from "./dialogue.ts";
import { HookActions, type HookActionsOptions, type SpeechPlace } from "./hook-actions.ts";
import { SilenceWatch } from "./silence-watch.ts";

export interface CallHooksOptions extends Omit<HookActionsOptions, "dialogue"> {
  assistant: CallSpec["assistant"];
  /** Of a squad, each member has its own words about a silence. */
  team?: CallSpec["team"];
  dialogue: HookActionsOptions["dialogue"] & Pick<Dialogue, "currentTurn" | "takeTurn">;
  report: Report;
}

const PLACES: Partial<Record<CallHookEvent, SpeechPlace>> = {
  "assistant.speech.interrupted": "first",
  "customer.speech.interrupted": "first",
  "assistant.transcriber.endpointedSpeechLowConfidence": "first",
  "model.response.timeout": "aside",
};

/**
 * Decides when the hooks of a talking call fire; `close-call.ts` runs those of its end.
 *
 * ```
 *   ready ── its event, or its time ──▶ running ── its actions are done ──▶ ready
 *     └── what it did itself ──▶ ready
 * ```
 * A running hook does not fire again, and no hook fires on a turn that a hook of its kind began: so nothing goes round in circles.
 */
export class CallHooks {
  readonly #options: CallHooksOptions;
  readonly #hooks: readonly CallHook[];
  readonly #actions: HookActions;
  /** Of the member that has the call. */
  #silence: SilenceWatch;
  readonly #silences = new Map<string, SilenceWatch>();
  readonly #running = new Set<CallHook>();
  /** The hooks' events, by the turns that they began. */
  readonly #causes = new Map<number, CallHookEvent>();
  #pendingElapsed: CallHook<"call.timeElapsed">[];
  #isUserSpeaking = false;
  /** The latest turn that was heard. */
  #heardTurn = -1;

  constructor(options: CallHooksOptions) {
    this.#options = options;
    this.#actions = new HookActions(options);
    this.#hooks = callHooksOf(options.assistant);
    this.#pendingElapsed = hooksOn(this.#hooks, "call.timeElapsed");
    this.#silence = this.#watchSilence(this.#hooks);
    const [first] = options.team?.agents ?? [];
    if (first) this.#silences.set(first.name, this.#silence);
  }

  #watchSilence(hooks: readonly CallHook[]): SilenceWatch {
    return new SilenceWatch(
      hooksOn(hooks, "customer.speech.timeout").map((each) => ({
        ...speechTimeout(each.hook),
        onReached: () => this.#fire(each),
      })),
    );
  }

  /** The next 10 ms of the talking call begin. */
  tick(callMs: number): void {
    const { dialogue, isReachable } = this.#options;
    const due = this.#pendingElapsed.filter(({ hook }) => (hook.options?.seconds ?? 0) * 1000 <= callMs);
    if (due.length > 0) this.#pendingElapsed = this.#pendingElapsed.filter((each) => !due.includes(each));
    for (const each of due) this.#fire(each);
    this.#actions.speakIfFree();
    if (isReachable() && dialogue.isCallerSilent && !dialogue.isBusy) this.#silence.pass(FRAME_MS);
  }

  follow(happening: CallHappening): void {
    switch (happening.type) {
      case "agent-started":
        if (happening.kind === "assistant") this.#memberStarts(happening.name);
        break;
      case "speech-started":
        if (happening.role === "user") this.#userStarts();
        else this.#assistantStarts(happening.turn);
        break;
      case "speech-stopped":
        if (happening.role === "user") this.#isUserSpeaking = false;
        break;
      case "user-words":
      case "key-pressed":
      case "caller-returned":
        this.#silence.restart();
        break;
      case "user-said":
        this.#silence.callerSpoke();
        this.#checkConfidence(happening.turn, happening.confidence);
        this.#actions.speakBeforeAnswer();
        break;
      case "user-interrupted":
        this.#fireOn("assistant.speech.interrupted", happening.turn);
        break;
      case "model-slow":
        this.#fireOn("model.response.timeout", this.#options.dialogue.currentTurn);
        break;
    }
  }

  close(): void {
    this.#pendingElapsed = [];
    this.#actions.close();
  }

  /** The words of one member about a silence must not come from another. The tools of later members' hooks are not known to the call. */
  #memberStarts(name: string): void {
    const member = this.#options.team?.agents.find((agent) => agent.name === name);
    const hooks = callHooksOf(member?.assistant ?? {}).filter(({ hook }) => hook.do.every(({ type }) => type !== "tool"));
    this.#silence = this.#silences.get(name) ?? this.#watchSilence(hooks);
    this.#silences.set(name, this.#silence);
    this.#silence.restart();
  }

  #userStarts(): void {
    this.#isUserSpeaking = true;
    this.#silence.restart();
  }

  #assistantStarts(turn: number): void {
    // An answer about the silence does not end it.
    if (this.#causes.get(turn) !== "customer.speech.timeout") this.#silence.restart();
    if (turn === this.#heardTurn) return;
    this.#heardTurn = turn;
    if (this.#isUserSpeaking) this.#fireOn("customer.speech.interrupted", turn);
  }

  #checkConfidence(turn: number, confidence: number | undefined): void {
    if (confidence === undefined) return;
    for (const each of hooksOn(this.#hooks, "assistant.transcriber.endpointedSpeechLowConfidence"))
      if (isLowConfidence(each.hook, confidence) && this.#fire(each) && each.hook.do.some(isSpoken))
        this.#options.dialogue.takeTurn(turn);
  }

  #fireOn(on: CallHookEvent, turn: number | undefined): void {
    if (turn !== undefined && this.#causes.get(turn) === on) return;
    for (const each of hooksOn(this.#hooks, on)) this.#fire(each);
  }

  /** False if its actions still run. */
  #fire(each: CallHook): boolean {
    if (this.#running.has(each)) return false;
    const { hook, index, label } = each;
    this.#running.add(each);
    const name = "name" in hook ? hook.name : undefined;
    const actions: readonly HookAction[] = hook.do;
    this.#options.report({ type: "hook-fired", on: label, name, actions: actions.map(({ type }) => type) });
    const onTurn = (turn: number) => void this.#causes.set(turn, hook.on);
    void this.#actions
      .run({ actions, index, place: PLACES[hook.on] ?? "free", onTurn })
      .finally(() => this.#running.delete(each));
    return true;
  }
}

function isSpoken(action: HookAction): boolean {
  return action.type === "say" || (action.type === "message.add" && (action.triggerResponseEnabled ?? true));
}
