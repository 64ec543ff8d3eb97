export interface ReturnToSearch {
  /** Path inside the dashboard to open after the sign-in. */
  returnTo?: string;
}

/** Keeps `returnTo` only if it is a path of the dashboard: other addresses would be an open redirect. */
export function returnToSearch(search: Record<string, unknown>): ReturnToSearch {
  const { returnTo } = search;
  if (typeof returnTo !== "string" || !/^\/[^/\\]/.test(returnTo)) return {};
  return { returnTo };
}
