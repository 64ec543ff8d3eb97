import type { QueryClient } from "@tanstack/react-query";
import type { Session, SessionState } from "./session.ts";

/** Empties the cache whenever another user or organisation is signed in, or none any more: its keys do not say whose data it holds. */
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
