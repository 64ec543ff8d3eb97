import { createServer, type Server, type Socket } from "node:net";
import { startFakeOpenAiServer } from "@callwright/engine/testing";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";

/** Statuses of a request that is refused before it costs work: an acceptable result of a fix. */
const REFUSED = new Set([400, 403, 413, 422, 429, 503]);

/** The fake model of `@callwright/engine`, and how an assistant names it. */
export type HostileModel = Awaited<ReturnType<typeof startFakeOpenAiServer>>;
export const askedModel = (model: HostileModel, fields: object = {}) => ({
  provider: "custom-llm",
  model: "hostile",
  url: model.url,
  ...fields,
});

/** A server that accepts connections and never answers. */
export interface SilentServer {
  url: string;
  /** Closes its connections, so that nothing waits for them. */
  close(): Promise<void>;
}

/** The organization that attacks, with visitors of its public token. Counts the server's answers. */
export class Hostile {
  readonly user: TestClient;
  readonly others: readonly TestClient[];
  readonly #url: string;
  readonly #visitorToken: string;
  readonly #statuses = new Map<number, number>();

  constructor(url: string, { users, visitorToken }: { users: readonly [TestClient, ...TestClient[]]; visitorToken: string }) {
    this.#url = url;
    [this.user, ...this.others] = users;
    this.#visitorToken = visitorToken;
  }

  /** Sends a request as the organization. Returns the created resource, if there is one. */
  async send(method: string, path: string, body?: object, user = this.user): Promise<{ id?: string } | undefined> {
    const answer = await user.json<{ id?: string } | undefined>(method, path, body);
    this.#note(answer.status);
    return answer.status < 300 ? answer.body : undefined;
  }

  /** Sends a chat as a visitor without an account. */
  async visit(body: object): Promise<void> {
    const headers = { authorization: `Bearer ${this.#visitorToken}`, "content-type": "application/json" };
    const answer = await fetch(`${this.#url}/chat/web`, { method: "POST", headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    this.#note(answer.status);
  }

  /** Reads a response of any size without keeping it. Returns its bytes. */
  async drain(path: string): Promise<number> {
    const answer = await this.user.fetch(path);
    this.#note(answer.status);
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.byteLength;
    return bytes;
  }

  #note(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  /** The answers since the last time, as `12 × 201, refused 2 × 413`. */
  takeAnswers(): string {
    const parts = [...this.#statuses].map(([status, times]) => `${REFUSED.has(status) ? "refused " : ""}${times} × ${status}`);
    this.#statuses.clear();
    return parts.join(", ");
  }
}

export async function withModel(attack: (model: HostileModel) => Promise<void>): Promise<void> {
  const model = await startFakeOpenAiServer();
  try {
    await attack(model);
  } finally {
    await model.close();
  }
}

export async function startSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the silent server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/silent`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
