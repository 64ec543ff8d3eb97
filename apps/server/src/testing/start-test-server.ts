import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, parseConfig } from "../platform/config/config.ts";
import type { Platform } from "../platform/modules/module.ts";
import { type ServerOptions, startServer } from "../server.ts";
import { createTestDatabase, openTestCluster } from "./postgres-cluster.ts";
import { rememberedPasswords } from "./remembered-passwords.ts";
import { signUpTestClient, type TestClient } from "./test-client.ts";

export interface TestServerOptions extends ServerOptions {
  /** Added to: a free port, a new data directory and database, open sign-up, fake providers, no warm call host, a silent log. */
  config?: Partial<Config>;
}

export interface TestServer {
  /** Without a trailing slash. */
  url: string;
  /** The port on 127.0.0.1, whatever `url` says. */
  port: number;
  context: Platform;
  signUp: (person?: { email?: string; name?: string }) => Promise<TestClient>;
  drain: (signal: AbortSignal) => Promise<void>;
  /** Ends the server and removes its database and directory. */
  close: () => Promise<void>;
}

/**
 * A real server: real PostgreSQL (the run's cluster, or a new one outside of a test run), real authentication, a real port. Without rate limit; a
 * password that was hashed before is not hashed again. No call host runs before the first call.
 */
export async function startTestServer({ config, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const cluster = await openTestCluster();
  const database = await createTestDatabase(cluster.adminUrl, `test_${randomUUID().replaceAll("-", "")}`);
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-test-"));
  const server = await startServer(
    {
      ...parseConfig({
        PORT: "0",
        HOST: "127.0.0.1",
        SIGN_UP: "open",
        LOG_LEVEL: "silent",
        CALL_HOST_WARM: "no",
        FAKE_PROVIDERS: "yes",
      }),
      dataDir,
      databaseUrl: database.url,
      ...config,
    },
    { rateLimit: false, passwords: rememberedPasswords, ...options },
  );
  return {
    url: server.url,
    port: server.port,
    context: server.context,
    drain: server.drain,
    signUp: (person) => signUpTestClient(server.url, person),
    close: async () => {
      await server.close();
      await database.drop();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
