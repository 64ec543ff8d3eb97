import type { Turn } from "@callwright/contract";

type Milestone = Exclude<keyof Turn, "index" | "trigger" | "speechEndMs">;

/** Milestones of the caller's speech before it became a turn. */
export type SpeechMilestones = Partial<Pick<Turn, "silenceDetectedMs" | "transcriptFinalMs">>;

/** The turns of a call and their milestones in whole milliseconds. The first time counts: a second sentence does not restart a turn. */
export class TurnClock {
  #turns: Turn[] = [];

  /** Index of the next turn, to which words belong that are not a turn yet. */
  get nextIndex(): number {
    return this.#turns.length;
  }

  begin(trigger: Turn["trigger"], speechEndMs: number, milestones: SpeechMilestones = {}): number {
    const index = this.#turns.length;
    const rounded = Object.fromEntries(Object.entries(milestones).map(([name, atMs]) => [name, Math.round(atMs)]));
    this.#turns.push({ index, trigger, speechEndMs: Math.round(speechEndMs), ...rounded });
    return index;
  }

  /** True when the turn had not reached the milestone before. */
  mark(index: number, milestone: Milestone, atMs: number): boolean {
    const turn = this.#turns[index];
    if (!turn || turn[milestone] !== undefined) return false;
    turn[milestone] = Math.round(atMs);
    return true;
  }

  /** A tool that is called and answered before the first word of a turn delays that word for the caller. */
  markTool(index: number, milestone: "toolStartedMs" | "toolFinishedMs", atMs: number): void {
    const turn = this.#turns[index];
    if (!turn || turn.modelFirstTokenMs !== undefined) return;
    if (milestone === "toolFinishedMs" || turn.toolStartedMs === undefined) turn[milestone] = Math.round(atMs);
  }

  get(index: number): Turn | undefined {
    const turn = this.#turns[index];
    return turn && { ...turn };
  }
}
