/** Chances that depend on a seed and a name alone: dice of another name, or for another act, never change these. */
export interface Dice {
  /** From 0 up to 1, without 1. */
  roll(): number;
  happens(share: number | undefined): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
}

export function openDice(seed: number, ...names: readonly (string | number)[]): Dice {
  let state = hashOf([seed, ...names].join("\u0000"));
  const roll = () => {
    state = (state + 0x9e3779b9) | 0;
    return mixed(state) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1));
  return {
    roll,
    between,
    happens: (share = 0) => roll() < share,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3: each bit of the input changes about half of the output's. */
function mixed(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
