/** The authentication messages of the specification's section 8. */
export const AUTHENTICATION_MESSAGES = [
  "User not found",
  "Failed to create user",
  "Failed to create session",
  "Failed to update user",
  "Failed to get session",
  "Invalid password",
  "Invalid email",
  "Invalid email or password",
  "Social account already linked",
  "Provider not found",
  "Invalid token",
  "id_token not supported",
  "Failed to get user info",
  "User email not found",
  "Email not verified",
  "Password too short",
  "Password too long",
  "User already exists. Use another email.",
  "Email can not be updated",
  "Credential account not found",
  "Session expired. Re-authenticate to perform this action.",
  "You can't unlink your last account",
  "Account not found",
  "User already has a password. Provide that to delete the account.",
] as const;

/** Those that no route here answers, and why. */
export const UNYIELDED: Record<string, string> = {
  "Social account already linked": "Said while an account of another provider is linked; this server offers none.",
  "id_token not supported":
    "Said of a provider without id tokens; this server offers no provider, and says 'Provider not found'.",
  "User email not found": "Said when a provider tells no address; this server offers no provider.",
};
