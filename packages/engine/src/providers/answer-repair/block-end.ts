/** Finds the end of a block in text that comes in pieces. */
export interface BlockEnd {
  /** How many characters at the end of a piece may be the beginning of the end. */
  readonly overlap: number;
  /** Undefined: the block continues. */
  find(text: string): { at: number; length: number; close: string } | undefined;
  /** This much of the text belongs to the block. */
  passed(text: string): void;
}

/** The first of several marks, in any case. */
export class MarkedEnd implements BlockEnd {
  readonly overlap: number;
  readonly #pattern: RegExp;

  constructor(marks: readonly string[]) {
    this.overlap = Math.max(...marks.map(({ length }) => length)) - 1;
    this.#pattern = new RegExp(marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "iu");
  }

  find(text: string): { at: number; length: number; close: string } | undefined {
    const found = this.#pattern.exec(text);
    return found ? { at: found.index, length: found[0].length, close: found[0] } : undefined;
  }

  passed(): void {
    // A mark does not depend on the text before it.
  }
}

/** Where the brackets at the block's beginning are closed. */
export class BracketEnd implements BlockEnd {
  readonly overlap = 0;
  #depth = 0;
  #quote: string | undefined;
  #isEscaped = false;

  find(text: string): { at: number; length: number; close: string } | undefined {
    const before = { depth: this.#depth, quote: this.#quote, isEscaped: this.#isEscaped };
    const at = this.#read(text);
    [this.#depth, this.#quote, this.#isEscaped] = [before.depth, before.quote, before.isEscaped];
    return at === undefined ? undefined : { at, length: 0, close: "" };
  }

  passed(text: string): void {
    this.#read(text);
  }

  #read(text: string): number | undefined {
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#quote !== undefined) {
        if (character === "\\") this.#isEscaped = true;
        else if (character === this.#quote) this.#quote = undefined;
      } else if (character === '"' || (character === "'" && this.#depth > 0)) this.#quote = character;
      else if ("([{".includes(character)) this.#depth += 1;
      else if (")]}".includes(character)) {
        this.#depth -= 1;
        if (this.#depth <= 0) return at + 1;
      }
    }
    return undefined;
  }
}
