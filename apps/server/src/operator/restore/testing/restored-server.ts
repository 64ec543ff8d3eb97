import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { ScriptedCallHostPool } from "../../../modules/call/runtime/testing/scripted-call-host-pool.ts";
import { createLogger } from "../../../platform/config/logger.ts";
import { connectDatabase } from "../../../platform/db/connect.ts";
import { hashRestoreCode, newRestoreCode } from "../../../platform/held/restore-code.ts";
import { holdEverything } from "../../../platform/held/restore-store.ts";
import { createTestDatabase, openTestCluster } from "../../../testing/postgres-cluster.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { type BusyOrg, makeBusy, planBusy } from "./busy-org.ts";

export interface RestoredServer {
  server: TestServer;
  /** The server of the organization. */
  receiver: WebhookReceiver;
  org: BusyOrg;
  /** The admin, as it signed up. Its tokens name the address of the original server. */
  person: TestClient;
  /** Opens the API of the copy. */
  apiToken: string;
  code: string;
  close(): Promise<void>;
}

/** A server with a busy organization, on a database as `npm run restore` leaves it: rows, no jobs, everything held. */
export async function startRestoredServer(): Promise<RestoredServer> {
  const receiver = await startWebhookReceiver();
  const cluster = await openTestCluster();
  const database = await createTestDatabase(cluster.adminUrl, `restored_${randomUUID().replaceAll("-", "")}`);
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-restored-"));
  const options: TestServerOptions = {
    config: { databaseUrl: database.url, dataDir, allowPrivateAddresses: true },
    simulatedTimes: { connect: 0, person: 20, mailbox: 20 },
    rateLimit: true,
    callService: { createPool: (pool) => new ScriptedCallHostPool(pool, () => new Date()) },
  };
  const original = await startTestServer(options);
  const person = await original.signUp();
  const { body: token } = await person.json<{ value: string }>("POST", "/token", { name: "Kept" });
  const planned = await planBusy(person, receiver.url);
  await original.close();
  const code = newRestoreCode();
  const { db, close } = connectDatabase(database.url, createLogger({ logLevel: "silent" }));
  const org = await makeBusy(db, planned);
  await db.execute(sql`drop schema pgboss cascade`);
  await db.transaction((tx) =>
    holdEverything(tx, {
      backupMadeAt: new Date(Date.now() - 3_600_000),
      restoredAt: new Date(),
      restoredBy: "root on test",
      checked: "sealed",
      oldUrl: "https://old.example",
      codeHash: hashRestoreCode(code),
    }),
  );
  await close();
  const server = await startTestServer(options);
  return {
    server,
    receiver,
    org,
    person,
    apiToken: token.value,
    code,
    async close() {
      await server.close();
      await database.drop();
      await cluster.stop();
      await receiver.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
