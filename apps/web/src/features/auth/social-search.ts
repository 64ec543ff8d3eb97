/** Error code of a failed social sign-in: the provider's or ours. */
export interface SocialFailedSearch {
  error?: string;
  provider?: string;
}

export function socialFailedSearch(search: Record<string, unknown>): SocialFailedSearch {
  const { error, provider } = search;
  return {
    ...(typeof error === "string" ? { error } : {}),
    ...(typeof provider === "string" ? { provider } : {}),
  };
}

export function socialFailedPath(provider: string): string {
  return `/sign-in-failed?${new URLSearchParams({ provider })}`;
}
