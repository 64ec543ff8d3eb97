/**
 * `npm run bench -- auth`: the throughput of the authentication service, beside a bare Hono and `pg` handler that does the same work (the same
 * statements, the same signature, the same scrypt; `auth/bare-server.ts`) on the same database, alternating in the same run, because only the ratio
 * of two times is reliable on a shared machine. Our time includes origin checks, limits of attempts, cookies, request id and security headers.
 * Sign-ins are also measured with one client at a time, because scrypt uses a whole core.
 */
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { startChild } from "./api/child-server.ts";
import { type ApiRequest, compareRounds, type LoadRounds, runLoad } from "./api/load.ts";
import { median, print, printTable } from "./call/statistics.ts";

const ROUNDS = 5;
const ROUND_MS = 2_000;

const server = await startBenchServer();
const person = await signUpTestClient(server.url, { email: "bench@example.com" });
const bare = await startChild(new URL("./auth/bare-server.ts", import.meta.url), { DATABASE_URL: server.databaseUrl });

const session = person.cookie.split("; ").find((each) => each.includes("session_token")) ?? "";

/** Current cookies of the session: the cache in them lasts a minute. */
async function freshCookie(): Promise<{ cookie: string }> {
  const answer = await fetch(`${server.url}/api/auth/get-session?disableCookieCache=true`, { headers: { cookie: session } });
  await answer.arrayBuffer();
  const cache = answer.headers.getSetCookie().find((each) => each.includes("session_data"));
  if (cache === undefined) throw new Error("get-session set no cookie cache");
  return { cookie: `${session}; ${cache.split(";")[0]}` };
}

const body = { email: person.email, password: person.password };
const REQUESTS: [name: string, clients: number, request: ApiRequest][] = [
  ["get-session, cookie cache", 8, { method: "GET", path: "/api/auth/get-session" }],
  ["get-session, database", 8, { method: "GET", path: "/api/auth/get-session?disableCookieCache=true" }],
  ["sign-in", 4, { method: "POST", path: "/api/auth/sign-in/email", body }],
  ["sign-in, one client", 1, { method: "POST", path: "/api/auth/sign-in/email", body }],
];

async function compare(clients: number, request: ApiRequest): Promise<LoadRounds[]> {
  return compareRounds([server, bare], ROUNDS, async (url) => {
    const headers = request.method === "GET" ? await freshCookie() : {};
    return runLoad(url, undefined, { ...request, headers }, { clients, milliseconds: ROUND_MS });
  });
}

try {
  const rows: string[][] = [];
  for (const [name, clients, request] of REQUESTS) {
    const sides = await compare(clients, request);
    const [ours = Number.NaN, theirs = Number.NaN] = sides.map(({ rates }) => median(rates));
    const share = `${Math.round((ours / theirs) * 100)} %`;
    const figures = [...sides.map(({ p50s }) => median(p50s)), ...sides.map(({ p99s }) => median(p99s))];
    rows.push([name, String(clients), ours.toFixed(1), theirs.toFixed(1), share, ...figures.map((figure) => figure.toFixed(1))]);
  }
  print(`medians of ${ROUNDS} rounds`);
  printTable(["", "clients", "requests/s", "bare", "share", "p50 ms", "bare", "p99 ms", "bare"], rows);
} finally {
  await bare.stop();
  await server.stop();
}
