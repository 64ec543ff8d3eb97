/** Counts concurrent uses by key, in this process. */
export function createUsageCounter() {
  const uses = new Map<string, number>();
  return {
    count: (key: string) => uses.get(key) ?? 0,

    /** Adds one use. Returns a function that ends it; call it once. */
    acquire(key: string) {
      uses.set(key, (uses.get(key) ?? 0) + 1);
      return () => {
        const left = (uses.get(key) ?? 1) - 1;
        if (left > 0) uses.set(key, left);
        else uses.delete(key);
      };
    },
  };
}
