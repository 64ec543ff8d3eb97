import { expect, test } from "vitest";
import { createAuthApi } from "./auth-api.ts";

/** A service that ends the old session when the password changes, and returns the new one with its answer. A read in between loses it. */
function passwordService() {
  let session: "old" | "none" | "new" = "old";
  let isCleared = false;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    asked.push(pathname);
    if (pathname.endsWith("/change-password")) {
      session = "none";
      await answered;
      session = "new";
      return Response.json({ user: {} });
    }
    if (session === "none") isCleared = true;
    return isCleared ? Response.json({}, { status: 401 }) : Response.json({ token: `of the ${session} session` });
  };
  return { api: createAuthApi("http://server.example", fetch), asked, answer };
}

test("a session that is being replaced is not over: the new one is waited for", async () => {
  const { api, asked, answer } = passwordService();
  const change = api.call((client) => client.changePassword({ currentPassword: "old one", newPassword: "new one" }));
  await expect.poll(() => asked).toEqual(["/api/auth/change-password"]);
  const token = api.userToken();
  answer();
  await change;
  expect(await token).toBe("of the new session");
});
