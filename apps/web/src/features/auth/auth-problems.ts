import { ServerUnreachableError } from "@callwright/client";
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, USER_FIELD_MAX_BYTES } from "@callwright/contract";
import { AuthError } from "../../data/auth-api.ts";
import type { enAuth } from "../../messages/en-auth.ts";

/** A sentence under `auth.problems`. */
type ProblemKey = keyof typeof enAuth.auth.problems;

/** A problem of a form, and where to show it: at a field, or above the form. */
export interface Problem<Field extends string> {
  field: Field | "form";
  key: ProblemKey;
  /** The server's message, for problems without our own text. */
  reason?: string;
  /** How long to wait before another try. */
  retryAfterSeconds?: number;
}

export function nameProblems(name: string): Problem<"name">[] {
  if (name.trim() === "") return [{ field: "name", key: "nameRequired" }];
  const bytes = new TextEncoder().encode(JSON.stringify(name)).length - '""'.length;
  return bytes > USER_FIELD_MAX_BYTES.name ? [{ field: "name", key: "nameTooLong" }] : [];
}

export function emailProblems(email: string): Problem<"email">[] {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? [] : [{ field: "email", key: "emailInvalid" }];
}

/** Problems of a new password. */
export function newPasswordProblems<Field extends string>(field: Field, password: string): Problem<Field>[] {
  if (password.length < PASSWORD_MIN_CHARACTERS) return [{ field, key: "passwordTooShort" }];
  return password.length > PASSWORD_MAX_CHARACTERS ? [{ field, key: "passwordTooLong" }] : [];
}

/** Problems of an existing password. */
export function passwordProblems<Field extends string>(field: Field, password: string): Problem<Field>[] {
  return password === "" ? [{ field, key: "passwordRequired" }] : [];
}

interface SignUpFields {
  name: string;
  email: string;
  password: string;
}

export function signUpProblems({ name, email, password }: SignUpFields): Problem<keyof SignUpFields>[] {
  return [...nameProblems(name), ...emailProblems(email), ...newPasswordProblems("password", password)];
}

export function signInProblems({ email, password }: Omit<SignUpFields, "name">): Problem<"email" | "password">[] {
  return [...emailProblems(email), ...passwordProblems("password", password)];
}

const KEY_OF_CODE: Record<string, ProblemKey> = {
  USER_ALREADY_EXISTS: "emailTaken",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "emailTaken",
  INVALID_EMAIL: "emailInvalid",
  PASSWORD_TOO_SHORT: "passwordTooShort",
  PASSWORD_TOO_LONG: "passwordTooLong",
  INVALID_EMAIL_OR_PASSWORD: "noMatch",
  INVALID_PASSWORD: "passwordWrong",
  EMAIL_NOT_VERIFIED: "emailUnverified",
  UNAUTHORIZED: "sessionOver",
  PROVIDER_NOT_FOUND: "serviceAway",
  "sign-up-closed": "signUpClosed",
};

/** Fields at which to show a problem, best first. Forms without these fields show it above. */
const FIELDS_OF_KEY: Partial<Record<ProblemKey, readonly string[]>> = {
  emailTaken: ["email"],
  emailInvalid: ["email"],
  noMatch: ["password"],
  passwordTooShort: ["newPassword", "password"],
  passwordTooLong: ["newPassword", "password"],
  passwordWrong: ["currentPassword", "password"],
};

/** The place and text of a server error, in a form with these fields. */
export function serverProblem<Field extends string>(error: unknown, fields: readonly Field[]): Problem<Field> {
  if (error instanceof AuthError) {
    const { status, code = "", message, retryAfterSeconds } = error;
    if (status === 429) return { field: "form", key: waitKey(error), ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
    const key = KEY_OF_CODE[code];
    if (!key) return { field: "form", key: "failed", reason: message };
    return { field: fields.find((field) => FIELDS_OF_KEY[key]?.includes(field)) ?? "form", key };
  }
  if (error instanceof ServerUnreachableError || error instanceof TypeError) return { field: "form", key: "unreachable" };
  return { field: "form", key: "failed", reason: error instanceof Error ? error.message : String(error) };
}

function waitKey({ retryAfterSeconds }: AuthError): ProblemKey {
  return retryAfterSeconds ? "tooManyUntil" : "tooMany";
}
