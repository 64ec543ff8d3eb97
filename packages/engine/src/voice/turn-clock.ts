import type { Turn } from "@callwright/contract";

type Milestone = Exclude<keyof Turn, "index" | "trigger" | "speechEndMs">;

/** What the caller's speech left behind before anyone knew it would be a turn. */
export type SpeechMilestones = Partial<Pick<Turn, "silenceDetectedMs" | "transcriptFinalMs">>;

/** The turns of a call and when each reached its milestones, in whole milliseconds. The first time counts: a second sentence does not restart a turn. */
export class TurnClock {
  #turns: Turn[] = [];

  /** The index the next turn will have; speech that has not become a turn yet belongs to it. */
  get nextIndex(): number {
    return this.#turns.length;
  }

  begin(trigger: Turn["trigger"], speechEndMs: number, milestones: SpeechMilestones = {}): number {
    const index = this.#turns.length;
    const rounded = Object.fromEntries(Object.entries(milestones).map(([name, atMs]) => [name, Math.round(atMs)]));
    this.#turns.push({ index, trigger, speechEndMs: Math.round(speechEndMs), ...rounded });
    return index;
  }

  /** True when it is news. */
  mark(index: number, milestone: Milestone, atMs: number): boolean {
    const turn = this.#turns[index];
    if (!turn || turn[milestone] !== undefined) return false;
    turn[milestone] = Math.round(atMs);
    return true;
  }

  get(index: number): Turn | undefined {
    const turn = this.#turns[index];
    return turn && { ...turn };
  }
}
