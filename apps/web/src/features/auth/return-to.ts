export interface ReturnToSearch {
  /** Path inside the dashboard to open after the sign-in. */
  returnTo?: string;
}

/** Keeps `returnTo` only when it leads back into the dashboard: an address elsewhere would make sign-in a way to be sent astray. */
export function returnToSearch(search: Record<string, unknown>): ReturnToSearch {
  const { returnTo } = search;
  if (typeof returnTo !== "string" || !/^\/[^/\\]/.test(returnTo)) return {};
  return { returnTo };
}
