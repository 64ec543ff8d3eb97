import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

const keyOf = (invitationId: string) => `callwright-invitation-secret-${invitationId}`;

/**
 * The secret of the invitation's link. It is in the address after the `#`, and kept in this tab during sign-up or sign-in. Undefined if
 * the page was opened without it.
 */
export function useLinkSecret(invitationId: string): string | undefined {
  const { hash } = useLocation();
  const key = keyOf(invitationId);
  useEffect(() => {
    if (hash) window.sessionStorage.setItem(key, hash);
  }, [hash, key]);
  return hash || (window.sessionStorage.getItem(key) ?? undefined);
}

/** Call it after the secret was used. */
export function forgetLinkSecret(invitationId: string): void {
  window.sessionStorage.removeItem(keyOf(invitationId));
}
