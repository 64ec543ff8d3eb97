/** Query key of a provider's voices. */
export const voicesKey = (provider: string) => ["voices", provider] as const;
