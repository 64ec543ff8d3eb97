import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CallEvent } from "@callwright/contract";
import { pino } from "pino";
import { UNLIMITED_ATTEMPTS } from "../../../../platform/auth/attempts.ts";
import { createDiskBlobStore } from "../../../../platform/blobs/disk-blob-store.ts";
import { parseConfig } from "../../../../platform/config/config.ts";
import { connectDatabase } from "../../../../platform/db/connect.ts";
import { NOTHING_HELD } from "../../../../platform/held/held-work.ts";
import { CodeRuns } from "../../../../platform/isolation/code/code-runs.ts";
import { SpeechInstaller } from "../../../../platform/local-speech/local-speech.ts";
import { createMailer } from "../../../../platform/mail/mailer.ts";
import { createOutsideNetwork } from "../../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../../platform/platform.ts";
import { ServerMetrics } from "../../../../platform/telemetry/server-metrics.ts";
import { createVisitorRates } from "../../../../platform/visitors/visitor-rates.ts";
import { createTestDatabase, runClusterUrl } from "../../../../testing/postgres-cluster.ts";
import { listEvents } from "../../api/store.ts";
import type { CallRequest } from "../call-request.ts";
import { CallService } from "../call-service.ts";
import { type CallRow, findCallRow } from "../lifecycle-store.ts";
import { FakeCallHostPool } from "./fake-call-host-pool.ts";

/** A node with its calls and fake hosts. It ticks only on demand. */
export interface TestNode {
  calls: CallService;
  pool: FakeCallHostPool;
  context: FixtureContext;
}

type FixtureContext = ServerContext & { telemetry: ServerMetrics };

export interface CallFixture {
  context: FixtureContext;
  /** Moves the clock of every node. */
  advance(ms: number): void;
  /** Starts a node, by default on the fixture's data directory. `isStoring`: it does not store files before that resolves. */
  startNode(options?: { dataDir?: string; isStoring?: Promise<void> }): Promise<TestNode>;
  newFolder(): Promise<string>;
  row(callId: string): Promise<CallRow>;
  events(callId: string): Promise<CallEvent[]>;
  close(): Promise<void>;
}

/** Call services over a real database, without a server around them, and with a clock that the test moves. */
export async function openCallFixture(orgConcurrentCalls = 10): Promise<CallFixture> {
  const clusterUrl = runClusterUrl();
  if (!clusterUrl) throw new Error("this fixture needs the cluster of a test run");
  const database = await createTestDatabase(clusterUrl, `calls_${randomUUID().replaceAll("-", "")}`);
  const log = pino({ level: "silent" });
  const connection = connectDatabase(database.url, log);
  const nodes: TestNode[] = [];
  const folders: string[] = [];
  const newFolder = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "callwright-calls-"));
    folders.push(folder);
    return folder;
  };
  let nowMs = Date.parse("2026-11-21T12:00:00Z");
  const now = () => new Date(nowMs);
  const contextIn = (dataDir: string) =>
    ({
      held: NOTHING_HELD,
      telemetry: new ServerMetrics(),
      config: { ...parseConfig({}), dataDir, orgConcurrentCalls },
      log,
      db: connection.db,
      blobs: createDiskBlobStore(path.join(dataDir, "blobs")),
      secrets: { auth: "", urlSigning: "a key", sealing: "", visitors: "", people: "" },
      codeRuns: new CodeRuns(),
      network: createOutsideNetwork(false),
      mailer: createMailer({ smtp: undefined }, log, now),
      localSpeech: new SpeechInstaller({ ...parseConfig({}), dataDir }, { log, now }),
      visitorRates: createVisitorRates(parseConfig({}), now),
      attempts: UNLIMITED_ATTEMPTS,
      embeddings: undefined,
      audit: { record: () => {}, flush: async () => {}, close: async () => {} },
      authenticate: () => Promise.reject(new Error("these tests have no callers")),
      now,
      newId: randomUUID,
    }) satisfies ServerContext;
  const context = contextIn(await newFolder());

  return {
    context,
    newFolder,
    advance(ms) {
      nowMs += ms;
    },
    async startNode({ dataDir = context.config.dataDir, isStoring } = {}) {
      const own = contextIn(dataDir);
      const { putFile } = own.blobs;
      if (isStoring) own.blobs.putFile = (key, file) => isStoring.then(() => putFile(key, file));
      const pools: FakeCallHostPool[] = [];
      const calls = new CallService(own, {
        tickEveryMs: 2 ** 31 - 1,
        createPool: (options) => {
          const pool = new FakeCallHostPool(options, now);
          pools.push(pool);
          return pool;
        },
      });
      await calls.open();
      const [pool] = pools;
      if (!pool) throw new Error("the service made no pool");
      const node = { calls, pool, context: own };
      nodes.push(node);
      return node;
    },
    async row(callId) {
      const found = await findCallRow(context.db, callId);
      if (!found) throw new Error(`there is no call ${callId}`);
      return found;
    },
    events: async (callId) => listEvents(context.db, (await findCallRow(context.db, callId))?.orgId ?? "", callId, -1),
    async close() {
      for (const { calls, pool } of nodes) if (!pool.hasVanished) await calls.close();
      await connection.close();
      await database.drop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A call for an organization, with an inline assistant. */
export function callRequest(orgId: string, assistant: CallRequest["assistant"] = { name: "Riley" }): CallRequest {
  const fields = { type: "webCall", assistantId: null, assistantVersion: null, assistantOverrides: null };
  return { orgId, assistant, variableValues: {}, fields };
}
