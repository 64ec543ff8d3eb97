import type { Call } from "@callwright/contract";
import type { Config } from "../../../../platform/config/config.ts";
import { startTestServer, type TestServer } from "../../../../testing/start-test-server.ts";
import type { TestClient } from "../../../../testing/test-client.ts";
import { FakeCallHostPool } from "./fake-call-host-pool.ts";

/** A real server with a fake call host pool, a signed-in client and a clock that the test moves. */
export interface CallServer {
  server: TestServer;
  client: TestClient;
  pool: FakeCallHostPool;
  now(): Date;
  advance(ms: number): void;
  /** Default: by `client`, with a small inline assistant. */
  createCall(body?: object, as?: TestClient): Promise<Call>;
  /** A call that was joined, lasted a second, and was ended. */
  endedCall(): Promise<Call>;
}

export async function startCallServer(config: Partial<Config> = { orgConcurrentCalls: 1000 }): Promise<CallServer> {
  let nowMs = Date.now();
  const now = () => new Date(nowMs);
  const pools: FakeCallHostPool[] = [];
  const server = await startTestServer({
    now,
    config,
    callService: {
      createPool: (options) => {
        const made = new FakeCallHostPool(options, now);
        pools.push(made);
        return made;
      },
    },
  });
  const [pool] = pools;
  if (!pool) throw new Error("the server made no pool");
  const client = await server.signUp();
  const advance = (ms: number) => {
    nowMs += ms;
  };

  async function createCall(body: object = { assistant: { name: "Riley" } }, as = client): Promise<Call> {
    const answer = await as.json<Call>("POST", "/call/web", body);
    if (answer.status !== 201) throw new Error(`POST /call/web answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function endedCall(): Promise<Call> {
    const { id } = await createCall();
    pool?.join(id);
    advance(1000);
    return (await client.json<Call>("POST", `/call/${id}/end`)).body;
  }

  return { server, client, pool, now, advance, createCall, endedCall };
}
