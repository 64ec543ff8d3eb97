import type { QueryClient } from "@tanstack/react-query";
import { ownerOf, type Session } from "./session.ts";

/** Clears the cache when the user or organization changes: cache keys do not contain the owner of the data. */
export function forgetOthersData(session: Session, queryClient: QueryClient): void {
  let before = ownerOf(session.state());
  session.subscribe(() => {
    const now = ownerOf(session.state());
    if (now !== before) queryClient.clear();
    before = now;
  });
}
