import type { Services } from "../../../data/services.tsx";

/** Result of opening the link of a verification mail. */
export type MailLinkOutcome =
  /** The address is verified. */
  | { kind: "verified" }
  /** The change was approved; the mail to the new address completes it. */
  | { kind: "confirmed" }
  | { kind: "changed"; email: string }
  | { kind: "refused"; error: Error };

interface VerifyAnswer {
  /** Null: the address was verified. Missing: a change was approved. */
  user?: { email: string } | null;
}

/** Opening the link is enough. It also signs the user in. */
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
