import { expect, test } from "vitest";
import { AuthError } from "../../data/auth-api.ts";
import { newPasswordProblems, serverProblem, signInProblems, signUpProblems } from "./auth-problems.ts";

test("every field of a sign-up is checked, each at its place", () => {
  expect(signUpProblems({ name: " ", email: "nobody", password: "short" })).toEqual([
    { field: "name", key: "nameRequired" },
    { field: "email", key: "emailInvalid" },
    { field: "password", key: "passwordTooShort" },
  ]);
  expect(signUpProblems({ name: "Ada", email: " ada@example.com ", password: "12345678" })).toEqual([]);
});

test("a name that does not fit the cookie is refused before it is sent", () => {
  const long = { name: "é".repeat(251), email: "ada@example.com", password: "12345678" };
  expect(signUpProblems(long)).toEqual([{ field: "name", key: "nameTooLong" }]);
});

test("a sign-in asks for a password, not for a long one", () => {
  expect(signInProblems({ email: "ada@example.com", password: "" })).toEqual([{ field: "password", key: "passwordRequired" }]);
  expect(signInProblems({ email: "ada@example.com", password: "x" })).toEqual([]);
});

test("a new password has a least and a most", () => {
  expect(newPasswordProblems("newPassword", "1234567")).toEqual([{ field: "newPassword", key: "passwordTooShort" }]);
  expect(newPasswordProblems("newPassword", "x".repeat(128))).toEqual([]);
  expect(newPasswordProblems("newPassword", "x".repeat(129))).toEqual([{ field: "newPassword", key: "passwordTooLong" }]);
});

test.each([
  [new AuthError(422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "exists"), { field: "email", key: "emailTaken" }],
  [new AuthError(401, "INVALID_EMAIL_OR_PASSWORD", "no"), { field: "password", key: "noMatch" }],
  [new AuthError(403, "EMAIL_NOT_VERIFIED", "verify"), { field: "form", key: "emailUnverified" }],
  [new AuthError(403, "sign-up-closed", "closed"), { field: "form", key: "signUpClosed" }],
  [new AuthError(429, undefined, "slow down"), { field: "form", key: "tooMany" }],
  [new AuthError(429, undefined, "locked", 300), { field: "form", key: "tooManyUntil", retryAfterSeconds: 300 }],
  [new AuthError(403, "origin-not-trusted", "Set PUBLIC_URL"), { field: "form", key: "failed", reason: "Set PUBLIC_URL" }],
  [new TypeError("Failed to fetch"), { field: "form", key: "unreachable" }],
])("%s", (error, problem) => {
  expect(serverProblem(error, ["name", "email", "password"])).toEqual(problem);
});

test("what is wrong with a password is said at the one that is meant", () => {
  const fields = ["currentPassword", "newPassword"] as const;
  expect(serverProblem(new AuthError(400, "INVALID_PASSWORD", "no"), fields).field).toBe("currentPassword");
  expect(serverProblem(new AuthError(400, "PASSWORD_TOO_SHORT", "no"), fields).field).toBe("newPassword");
  expect(serverProblem(new AuthError(422, "USER_ALREADY_EXISTS", "no"), fields).field).toBe("form");
});
