/**
 * The reference of `auth.bench.ts`: Hono, `pg` and `node:crypto` with the statements and the work of our sign-ins and sessions, and nothing else: no
 * origin check, no limits, no validation. It runs in a separate process: DATABASE_URL comes from the environment, and it prints its port.
 */
import { createHmac, randomUUID, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const rows = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;

/** The cost of the service's own password hashes. */
const SCRYPT: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const KEY_BYTES = 64;
const SESSION_MS = 7 * 86_400_000;

function keyOf(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, SCRYPT, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

const sign = (value: string) => createHmac("sha256", "bench").update(value).digest("base64url");

const app = new Hono();
app.get("/api/auth/get-session", async (c) => {
  const token = getCookie(c, "callwright.session_token")?.split(".")[0] ?? "";
  if (c.req.query("disableCookieCache") === undefined) {
    const cached = getCookie(c, "callwright.session_data") ?? "";
    const { session } = JSON.parse(Buffer.from(cached, "base64url").toString()) as { session: unknown };
    sign(JSON.stringify(session));
    return c.json(session);
  }
  sign(token);
  const [session] = await rows("select * from auth.session where token = $1", [token]);
  const [user] = await rows('select * from auth."user" where id = $1', [session?.user_id]);
  return c.json({ session, user });
});
app.post("/api/auth/sign-in/email", async (c) => {
  const { email, password } = await c.req.json<{ email: string; password: string }>();
  const [user] = await rows('select * from auth."user" where email = $1', [email]);
  const [account] = await rows("select * from auth.account where user_id = $1 and provider_id = 'credential'", [user.id]);
  const [salt = "", hash = ""] = String(account.password).split(":");
  if (!timingSafeEqual(await keyOf(password, salt), Buffer.from(hash, "hex"))) return c.json({}, 401);
  const token = randomUUID();
  const [session] = await rows(
    `insert into auth.session (id, user_id, token, expires_at, created_at, updated_at, ip_address, user_agent)
      values ($1, $2, $3, $4, now(), now(), '127.0.0.1', '') returning *`,
    [randomUUID(), user.id, token, new Date(Date.now() + SESSION_MS)],
  );
  c.header("Set-Cookie", `session=${token}.${sign(token)}; HttpOnly; SameSite=Lax; Path=/`);
  return c.json({ session, user });
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.stdout.write(`http://127.0.0.1:${port}\n`));
