import { useState } from "react";

/** Keys that move with the entries of a list, so that open entries stay open. */
export function useItemKeys(count: number) {
  const [{ keys, next }, set] = useState(() => ({ keys: Array.from({ length: count }, (_, index) => index), next: count }));
  const [firstAdded] = useState(count);
  // The list was changed from outside: its entries are new.
  if (keys.length !== count) set({ keys: Array.from({ length: count }, (_, index) => next + index), next: next + count });
  return {
    keys,
    isAdded: (index: number) => (keys[index] ?? 0) >= firstAdded,
    add: () => set({ keys: [...keys, next], next: next + 1 }),
    remove: (index: number) => set({ keys: keys.filter((_, each) => each !== index), next }),
    move: (from: number, to: number) => set({ keys: keys.with(from, keys[to] ?? 0).with(to, keys[from] ?? 0), next }),
  };
}
