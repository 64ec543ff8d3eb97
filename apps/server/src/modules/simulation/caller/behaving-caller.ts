import type { CallerBehavior } from "@callwright/contract";
import { type CallerAct, HANGS_UP, type SayAct, type TestCaller } from "./caller-act.ts";
import { openDice } from "./dice.ts";
import { inManner } from "./manner.ts";
import type { Speaker } from "./speaker.ts";

const SILENCE_MS = 8_000;
/** Silences of one conversation. */
const SILENCES_MAX = 3;
/** How far into an answer the caller speaks. */
const LISTENS_MS = { from: 500, to: 1_500 } as const;
const HANG_UP_MS = { from: 0, to: 500 } as const;

interface BehavingCallerOptions {
  speaker: Speaker;
  behavior: CallerBehavior;
  seed: number;
  medium: "text" | "sound";
}

/** Says the words of a speaker in the manner of a behavior. Without one, it says them as they are. */
export class BehavingCaller implements TestCaller {
  listensMs: number | undefined;
  readonly #options: BehavingCallerOptions;
  #acts = 0;
  #messages = 0;
  #silences = 0;
  /** The message after a silence. */
  #waiting: SayAct | undefined;

  constructor(options: BehavingCallerOptions) {
    this.#options = options;
  }

  async next(answer: string | undefined, signal: AbortSignal): Promise<CallerAct> {
    const { speaker, behavior, seed, medium } = this.#options;
    const { patience = {} } = behavior;
    const dice = openDice(seed, "manner", this.#acts++);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) return waiting;
    if (patience.hangsUpAfterTurns !== undefined && this.#messages >= patience.hangsUpAfterTurns)
      return { do: "hang-up", afterMs: dice.between(HANG_UP_MS.from, HANG_UP_MS.to) };
    const isCutOff = this.listensMs !== undefined;
    this.listensMs = undefined;
    const said = await speaker.next(answer, signal, isCutOff);
    if (said === undefined) return HANGS_UP;
    this.#messages += 1;
    const isBySound = medium === "sound";
    const { from = 0, to = 0 } = patience.thinksMs ?? {};
    const act: SayAct = {
      do: "say",
      ...inManner(said, behavior, dice),
      when: isCutOff ? "interrupt" : "quiet",
      afterMs: isBySound && !isCutOff ? dice.between(from, to) : 0,
    };
    // Two interruptions in a row would leave the agent without a word, unless they are written so.
    const byItself = isBySound && !isCutOff && !said.isLast && dice.happens(patience.interrupts);
    if (isBySound && (said.isFollowedAtOnce ?? byItself)) this.listensMs = dice.between(LISTENS_MS.from, LISTENS_MS.to);
    if (!isBySound || isCutOff || this.#silences >= SILENCES_MAX || !dice.happens(patience.goesSilent)) return act;
    this.#silences += 1;
    this.#waiting = act;
    return { do: "silence", ms: patience.silenceMs ?? SILENCE_MS };
  }
}
