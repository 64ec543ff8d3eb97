/** Of the query of the key sets. */
export const keySetsKey = ["key-sets"] as const;
