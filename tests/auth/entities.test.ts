import { describe, expect, test } from "vitest";
import { useAuthService } from "./auth-service.ts";

/** One test for each sentence of the specification on authentication; its titles are the sentences. This file: section 3, stored data. */

const { signUp, visitor, sql } = useAuthService();

const columnsOf = async (table: string) => {
  const rows = await sql<{ name: string; fallback: string | null }>(
    `select column_name as name, column_default as fallback from information_schema.columns where table_schema = 'auth' and table_name = '${table}'`,
  );
  return new Map(
    rows.map(({ name, fallback }) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), fallback]),
  );
};

const ENTITIES = ["account", "user", "session", "verification"];

describe("3. Entities and their fields", () => {
  test("All entities below also carry id, createdAt and updatedAt.", async () => {
    for (const table of ENTITIES)
      expect([...(await columnsOf(table)).keys()]).toEqual(expect.arrayContaining(["id", "createdAt", "updatedAt"]));
  });

  test("account: providerId, accountId, userId, accessToken, refreshToken, idToken, token expiry dates, scope, password", async () => {
    expect([...(await columnsOf("account")).keys()]).toEqual(
      expect.arrayContaining([
        ...["providerId", "accountId", "userId", "accessToken", "refreshToken", "idToken"],
        ...["accessTokenExpiresAt", "refreshTokenExpiresAt", "scope", "password"],
      ]),
    );
    const { person } = await signUp();
    const [account] = await sql(
      `select a.* from auth.account a join auth.user u on u.id = a.user_id where u.email = '${person.email}'`,
    );
    expect(account).toMatchObject({ provider_id: "credential", password: expect.not.stringContaining(person.password) });
  });

  test("user: email (stored lowercased), emailVerified (default false), name, image", async () => {
    const columns = await columnsOf("user");
    expect([...columns.keys()]).toEqual(expect.arrayContaining(["email", "emailVerified", "name", "image"]));
    expect(columns.get("emailVerified")).toBe("false");
    const image = "https://example.com/ada.png";
    const client = visitor();
    const { body } = await client.post("/sign-up/email", {
      email: "Ada.L@Example.COM",
      password: "a long password",
      name: "Ada",
      image,
    });
    expect(body.user).toMatchObject({ email: "ada.l@example.com", emailVerified: false, name: "Ada", image });
    expect((await visitor().post("/sign-in/email", { email: "ADA.L@example.com", password: "a long password" })).status).toBe(
      200,
    );
  });

  test("session: userId, expiresAt, token, ipAddress, userAgent", async () => {
    const { session, user } = (await (await signUp()).get("/get-session")).body;
    expect(session).toMatchObject({
      userId: user.id,
      expiresAt: expect.any(String),
      token: expect.any(String),
      ipAddress: "127.0.0.1",
      userAgent: expect.any(String),
    });
  });

  test("verification: value, expiresAt, identifier", async () => {
    const { person, post } = await signUp();
    await post("/request-password-reset", { email: person.email });
    const [row] = await sql(
      `select v.* from auth.verification v join auth.user u on u.id = v.value where u.email = '${person.email}'`,
    );
    expect(row).toMatchObject({ identifier: expect.stringMatching(/^[\w-]{43}$/), expires_at: expect.anything() });
  });
});
