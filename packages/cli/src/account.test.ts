import { expect, test } from "vitest";
import { readAccount } from "./account.ts";

const account = (answer: unknown) => readAccount({ server: "https://a.example", send: () => async () => Response.json(answer) });

test("what somebody wrote as their name does not steer the terminal", async () => {
  const user = { name: "\u001b[2JAda\r\n", email: "ada@example.com" };
  expect(await account({ user })).toBe("[2JAda <ada@example.com>");
});

test("without a session it says how to get one", async () => {
  await expect(account(null)).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining("callwright login") });
});
