/** The message about a key follows its tone within this time, after a long press too. */
const SAME_KEY_MS = 5_000;
const HEARD_MAX = 20;

/** Keys that are both heard as tones and reported by the signaling. Each counts once: after the first reported key, tones of the call are ignored. */
export class KeyReports {
  /** Heard keys that the signaling may still report. */
  #heard: { key: string; atMs: number }[] = [];
  #isSignaled = false;

  /** False: it was already reported in the other way. */
  isNew(key: string, by: "tones" | "signaling", atMs: number): boolean {
    if (by === "tones") {
      if (this.#isSignaled) return false;
      this.#heard = [...this.#heard, { key, atMs }].slice(-HEARD_MAX);
      return true;
    }
    this.#isSignaled = true;
    const index = this.#heard.findIndex((each) => each.key === key && atMs - each.atMs < SAME_KEY_MS);
    this.#heard = this.#heard.slice(index + 1);
    return index < 0;
  }
}
