import type { QueryClient } from "@tanstack/react-query";
import type { Session, SessionState } from "./session.ts";

/** Clears the cache when the user or organization changes: cache keys do not contain the owner of the data. */
export function forgetOthersData(session: Session, queryClient: QueryClient): void {
  let before = ownerOf(session.state());
  session.subscribe(() => {
    const now = ownerOf(session.state());
    if (now !== before) queryClient.clear();
    before = now;
  });
}

function ownerOf(state: SessionState): string | undefined {
  return state.kind === "signed-in" ? `${state.user.id} ${state.org.id}` : undefined;
}
