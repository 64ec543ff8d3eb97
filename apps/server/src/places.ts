/** Counts what goes on at a time in this process, by key. */
export interface Places {
  taken(key: string): number;
  /** Takes one, however many are taken. Answers what gives it back, to be called once. */
  take(key: string): () => void;
}

export function createPlaces(): Places {
  const places = new Map<string, number>();
  return {
    taken: (key) => places.get(key) ?? 0,

    take(key) {
      places.set(key, (places.get(key) ?? 0) + 1);
      return () => {
        const left = (places.get(key) ?? 1) - 1;
        if (left > 0) places.set(key, left);
        else places.delete(key);
      };
    },
  };
}
