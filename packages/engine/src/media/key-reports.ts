/** The tones of a key and the message about it arrive within this time. */
const SAME_KEY_MS = 300;

/** Keys that are heard as tones and reported by the signaling, too. Each counts once. */
export class KeyReports {
  #last: { key: string; by: "tones" | "signaling"; atMs: number } | undefined;

  /** False: it was reported in the other way just now. */
  isNew(key: string, by: "tones" | "signaling", atMs: number): boolean {
    const last = this.#last;
    if (last?.key === key && last.by !== by && atMs - last.atMs < SAME_KEY_MS) return false;
    this.#last = { key, by, atMs };
    return true;
  }
}
