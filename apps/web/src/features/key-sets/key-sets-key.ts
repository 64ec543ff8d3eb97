/** Query key of the key sets. */
export const keySetsKey = ["key-sets"] as const;
