import { encodeTransition, framesOfTransition, type Modification, type StateVersion, type Transition } from "./protocol.ts";

/** Encodes transitions. Reuses the last one, because a round often sends the same to many connections. */
export class TransitionEncoder {
  readonly #chunkCharacters: number;
  #last: { transition: Transition; frames: readonly Buffer[] } | null = null;

  /** Transitions longer than `chunkCharacters` are split. */
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

/** Shared results are the same string, so this is fast. */
const isSameModification = (a: Modification, b: Modification | undefined) =>
  a.queryId === b?.queryId && resultOf(a) === resultOf(b);

const resultOf = (modification: Modification) => ("result" in modification ? modification.result : null);
