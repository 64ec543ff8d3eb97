import { encodeTransition, framesOfTransition, type Modification, type StateVersion, type Transition } from "./protocol.ts";

/** Writes transitions. A round tells many connections the same: what was written for the one before is used again. */
export class TransitionEncoder {
  readonly #chunkCharacters: number;
  #last: { transition: Transition; frames: readonly Buffer[] } | null = null;

  /** What is longer than `chunkCharacters` comes in pieces. */
  constructor(chunkCharacters: number) {
    this.#chunkCharacters = chunkCharacters;
  }

  /** The frames of one transition, as UTF-8. Nothing may be sent between them. */
  encode(transition: Transition): readonly Buffer[] {
    if (this.#last && isSame(this.#last.transition, transition)) return this.#last.frames;
    const frames = framesOfTransition(encodeTransition(transition), this.#chunkCharacters).map((text) => Buffer.from(text));
    this.#last = { transition, frames };
    return frames;
  }
}

const isSame = (a: Transition, b: Transition): boolean =>
  isSameVersion(a.start, b.start) &&
  isSameVersion(a.end, b.end) &&
  a.clientClockSkewMs === b.clientClockSkewMs &&
  a.modifications.length === b.modifications.length &&
  a.modifications.every((modification, index) => isSameModification(modification, b.modifications[index]));

const isSameVersion = (a: StateVersion, b: StateVersion) =>
  a.ts === b.ts && a.querySet === b.querySet && a.identity === b.identity;

/** Results that are shared are the same string, so that this compares no text. */
const isSameModification = (a: Modification, b: Modification | undefined) =>
  a.queryId === b?.queryId && resultOf(a) === resultOf(b);

const resultOf = (modification: Modification) => ("result" in modification ? modification.result : null);
