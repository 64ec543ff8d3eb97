import { expect, test } from "vitest";
import { AuthError } from "../../app/auth-api.ts";
import { serverProblem, signInProblems, signUpProblems } from "./auth-problems.ts";

test("every field of a sign-up is checked, each at its place", () => {
  expect(signUpProblems({ name: " ", email: "nobody", password: "short" })).toEqual([
    { field: "name", key: "nameRequired" },
    { field: "email", key: "emailInvalid" },
    { field: "password", key: "passwordTooShort" },
  ]);
  expect(signUpProblems({ name: "Ada", email: " ada@example.com ", password: "12345678" })).toEqual([]);
});

test("a sign-in asks for a password, not for a long one", () => {
  expect(signInProblems({ email: "ada@example.com", password: "" })).toEqual([{ field: "password", key: "passwordRequired" }]);
  expect(signInProblems({ email: "ada@example.com", password: "x" })).toEqual([]);
});

test.each([
  [new AuthError(422, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", "exists"), { field: "email", key: "emailTaken" }],
  [new AuthError(401, "INVALID_EMAIL_OR_PASSWORD", "no"), { field: "password", key: "wrongPassword" }],
  [new AuthError(403, "sign-up-closed", "closed"), { field: "form", key: "signUpClosed" }],
  [new AuthError(429, undefined, "slow down"), { field: "form", key: "tooMany" }],
  [new AuthError(403, "origin-not-trusted", "Set PUBLIC_URL"), { field: "form", key: "failed", reason: "Set PUBLIC_URL" }],
  [new TypeError("Failed to fetch"), { field: "form", key: "unreachable" }],
])("%s", (error, problem) => {
  expect(serverProblem(error)).toEqual(problem);
});
