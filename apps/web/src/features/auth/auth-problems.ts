import { ServerUnreachableError } from "@callwright/client";
import { AuthError } from "../../app/auth-api.ts";

export interface AuthFields {
  name: string;
  email: string;
  password: string;
}

/** better-auth's own least length. */
export const PASSWORD_MIN_CHARACTERS = 8;

type ProblemKey =
  | "nameRequired"
  | "emailInvalid"
  | "passwordTooShort"
  | "passwordRequired"
  | "emailTaken"
  | "wrongPassword"
  | "tooMany"
  | "unreachable"
  | "signUpClosed"
  | "failed";

/** What is wrong, and where it is said: at a field, or above the form. `key` is a message under `auth`. */
export interface AuthProblem {
  field: keyof AuthFields | "form";
  key: ProblemKey;
  /** What the server said, for the problems that have no sentence of their own. */
  reason?: string;
}

export function signUpProblems(fields: AuthFields): AuthProblem[] {
  const problems: AuthProblem[] = [];
  if (fields.name.trim() === "") problems.push({ field: "name", key: "nameRequired" });
  problems.push(...emailProblems(fields.email));
  if (fields.password.length < PASSWORD_MIN_CHARACTERS) problems.push({ field: "password", key: "passwordTooShort" });
  return problems;
}

export function signInProblems(fields: Pick<AuthFields, "email" | "password">): AuthProblem[] {
  const problems = emailProblems(fields.email);
  if (fields.password === "") problems.push({ field: "password", key: "passwordRequired" });
  return problems;
}

function emailProblems(email: string): AuthProblem[] {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? [] : [{ field: "email", key: "emailInvalid" }];
}

const PROBLEM_OF_CODE: Record<string, AuthProblem> = {
  USER_ALREADY_EXISTS: { field: "email", key: "emailTaken" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: "email", key: "emailTaken" },
  INVALID_EMAIL: { field: "email", key: "emailInvalid" },
  PASSWORD_TOO_SHORT: { field: "password", key: "passwordTooShort" },
  INVALID_EMAIL_OR_PASSWORD: { field: "password", key: "wrongPassword" },
  "sign-up-closed": { field: "form", key: "signUpClosed" },
};

/** The place and the sentence for what the server refused. */
export function serverProblem(error: unknown): AuthProblem {
  if (error instanceof AuthError) {
    const known = error.code === undefined ? undefined : PROBLEM_OF_CODE[error.code];
    if (known) return known;
    if (error.status === 429) return { field: "form", key: "tooMany" };
    return { field: "form", key: "failed", reason: error.message };
  }
  if (error instanceof ServerUnreachableError || error instanceof TypeError) return { field: "form", key: "unreachable" };
  return { field: "form", key: "failed", reason: error instanceof Error ? error.message : String(error) };
}
