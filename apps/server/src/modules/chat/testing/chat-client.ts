import type { WebChat } from "@callwright/contract";
import type { TestClient } from "../../../testing/test-client.ts";

/** One server-sent event as it was read. */
export interface ReadEvent {
  event: string | undefined;
  data: string;
}

/** A client of the chat routes for tests. */
export interface ChatClient {
  /** Sends a message and reads the whole answer. */
  say: <Body = WebChat>(body: object, path?: string) => Promise<{ status: number; body: Body }>;
  /** Sends a message; the test reads the streamed answer. */
  open: (body: object, init?: { signal?: AbortSignal; path?: string; idempotencyKey?: string }) => Promise<Response>;
  /** Sends a message and reads the streamed answer to its end. */
  stream: (body: object, init?: { path?: string; idempotencyKey?: string }) => Promise<ReadEvent[]>;
}

const WEB = "/chat/web";

export function chatClient(client: Pick<TestClient, "fetch" | "json">, token?: string): ChatClient {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const post = (path: string, body: object, init: RequestInit = {}) =>
    client.fetch(path, { method: "POST", body: JSON.stringify(body), ...init, headers: { ...headers, ...init.headers } });
  const open: ChatClient["open"] = (body, { signal, path = WEB, idempotencyKey } = {}) =>
    post(
      path,
      { stream: true, ...body },
      {
        ...(signal ? { signal } : {}),
        ...(idempotencyKey ? { headers: { "idempotency-key": idempotencyKey } } : {}),
      },
    );
  return {
    async say<Body>(body: object, path = WEB) {
      const response = await post(path, body);
      return { status: response.status, body: (await response.json()) as Body };
    },
    open,
    async stream(body, init) {
      const response = await open(body, init);
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
      return readEvents(await response.text());
    },
  };
}

export function readEvents(text: string): ReadEvent[] {
  return text.split("\n\n").flatMap((block) => {
    const lines = block.split("\n");
    const fieldOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data = fieldOf("data");
    return data === undefined ? [] : [{ event: fieldOf("event"), data }];
  });
}

/** The text of a streamed web chat. */
export function spokenIn(events: readonly ReadEvent[]): string {
  return events.map(({ data }) => (data.startsWith("{") ? ((JSON.parse(data) as { delta?: string }).delta ?? "") : "")).join("");
}
