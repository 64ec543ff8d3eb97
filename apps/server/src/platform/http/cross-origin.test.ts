import { request as httpRequest } from "node:http";
import { hostname } from "node:os";
import { afterEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { Config } from "../config/config.ts";

let server: TestServer;
afterEach(() => server.close());

/** The status of a sign-in attempt with these headers: 403 when the origin is refused, 401 when only the password is wrong. */
function signInFrom(headers: Record<string, string>): Promise<number | undefined> {
  const body = JSON.stringify({ email: "nobody@example.com", password: "a long password" });
  return new Promise((resolve, reject) => {
    httpRequest(
      {
        host: "127.0.0.1",
        port: server.port,
        path: "/api/auth/sign-in/email",
        method: "POST",
        headers: { "content-type": "application/json", "content-length": body.length, ...headers },
      },
      (response) => resolve(response.resume().statusCode),
    )
      .on("error", reject)
      .end(body);
  });
}

async function start(config: Partial<Config>): Promise<void> {
  server = await startTestServer({ config });
}

test("without PUBLIC_URL every address and local name that leads here is trusted as itself", async () => {
  await start({});
  const local = ["localhost:3000", "127.0.0.1:3000", "192.168.1.20:3000", "[::1]:3000", "box.local:3000", "nas:3000", "box.lan"];
  for (const host of [...local, `${hostname().toLowerCase()}:3000`]) {
    expect([host, await signInFrom({ host, origin: `http://${host}` })]).toEqual([host, 401]);
    expect(await signInFrom({ host, origin: `http://${host}0` })).toBe(403);
    expect(await signInFrom({ host, origin: "http://localhost:5173" })).toBe(403);
  }
  // A proxy that accepts https for this server without telling it.
  expect(await signInFrom({ host: "box.local", origin: "https://box.local" })).toBe(401);
  // DNS rebinding: the name of a stranger's page that temporarily points to this server.
  for (const host of ["evil.example:3000", "127.0.0.1.evil.example:3000", "localhost.evil.example:3000"])
    expect([host, await signInFrom({ host, origin: `http://${host}` })]).toEqual([host, 403]);
});

test("with PUBLIC_URL only its origin is trusted", async () => {
  await start({ publicUrl: "https://voice.example.com" });
  expect(await signInFrom({ host: "127.0.0.1:3000", origin: "https://voice.example.com" })).toBe(401);
  expect(await signInFrom({ host: "voice.example.com", origin: "http://voice.example.com" })).toBe(403);
  expect(await signInFrom({ host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" })).toBe(403);
});

test("what a proxy says of the address counts only when it is trusted", async () => {
  const headers = {
    host: "inner:3000",
    "x-forwarded-host": "voice.example.com",
    "x-forwarded-proto": "https",
    origin: "https://voice.example.com",
  };
  await start({});
  expect(await signInFrom(headers)).toBe(403);
  await server.close();
  await start({ trustProxy: true });
  expect(await signInFrom(headers)).toBe(401);
});

test("a public token on a private route is refused because of the token, wherever the page is", async () => {
  await start({});
  const { json } = await server.signUp();
  const { body } = await json<{ id: string; value: string }>("POST", "/token", { tag: "public" });
  const codeFrom = async (origin: string, bearer: string) => {
    const headers = { origin, authorization: `Bearer ${bearer}` };
    const answer = await fetch(`${server.url}/assistant`, { headers });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  for (const origin of ["https://shop.example", server.url]) {
    expect(await codeFrom(origin, body.value)).toEqual([401, "token-public"]);
    expect(await codeFrom(origin, `cw_public_${"x".repeat(43)}`)).toEqual([401, "unauthorized"]);
  }
  expect(await codeFrom("https://shop.example", `cw_private_${"x".repeat(43)}`)).toEqual([403, "origin-not-trusted"]);
  await json("PATCH", `/token/${body.id}`, { restrictions: { enabled: false } });
  expect(await codeFrom("https://shop.example", body.value)).toEqual([401, "token-disabled"]);
});

test("a page of another origin may start a call as a visitor, and nothing else", async () => {
  await start({});
  const client = await server.signUp();
  const headers = { origin: "http://shop.example", "content-type": "application/json" };
  const refused = await client.fetch("/assistant", { method: "POST", headers, body: "{}" });
  expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: "origin-not-trusted" })]);
  expect(refused.headers.get("access-control-allow-origin")).toBeNull();

  const call = await fetch(`${server.url}/call/web`, { method: "POST", headers, body: "{}" });
  expect(call.status).toBe(401);
  expect(call.headers.get("access-control-allow-origin")).toBe("*");
  const preflight = await fetch(`${server.url}/call/web`, {
    method: "OPTIONS",
    headers: {
      ...headers,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,x-client-id",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(
    /authorization.*content-type.*x-client-id/,
  );
});
