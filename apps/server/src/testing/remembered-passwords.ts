import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { PasswordHashing } from "../platform/auth/auth.ts";

/**
 * Hashes as the server does, and remembers the results: nearly all people of the tests have the same password, and a hash takes 0.1 s of a
 * core. Whether a password fits is still found out by the real function.
 */
export const rememberedPasswords: PasswordHashing = {
  hash: remember((password: string) => password, hashPassword),
  verify: remember(({ hash, password }: { hash: string; password: string }) => `${hash} ${password}`, verifyPassword),
};

function remember<Input, Result>(keyOf: (input: Input) => string, work: (input: Input) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (input: Input): Promise<Result> => {
    const key = keyOf(input);
    const result = known.get(key) ?? work(input);
    known.set(key, result);
    return result;
  };
}
