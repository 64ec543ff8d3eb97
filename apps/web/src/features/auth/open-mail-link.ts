import type { Services } from "../../app/services.tsx";

/** What the link of a mail about an address did. */
export type MailLinkOutcome =
  /** The address is the person's. */
  | { kind: "verified" }
  /** They agreed to a change; the mail to the new address makes it. */
  | { kind: "confirmed" }
  | { kind: "changed"; email: string }
  | { kind: "refused"; error: Error };

interface VerifyAnswer {
  /** Null: as before, but verified. Missing: agreed to a change. */
  user?: { email: string } | null;
}

/** Opening the link is all it takes, and signs in who was not. */
export async function openMailLink({ authApi, session }: Services, token: string): Promise<MailLinkOutcome> {
  try {
    await session.restore();
    const { user } = await authApi.call((client) => client.$fetch<VerifyAnswer>("/verify-email", { query: { token } }));
    await session.reloadUser();
    if (user === undefined) return { kind: "confirmed" };
    return user ? { kind: "changed", email: user.email } : { kind: "verified" };
  } catch (error) {
    return { kind: "refused", error: error instanceof Error ? error : new Error(String(error)) };
  }
}
