import { createListeners } from "./listeners.ts";
/**
 * ```
 *  up ──a request gets no answer──▶ down ──/health answers──▶ up
 * ```
 */
export type ConnectionState = "up" | "down";

export type Connection = ReturnType<typeof createConnection>;

/** A proxy in front of a stopped server answers with one of these. */
const GATEWAY_STATUSES = [502, 503, 504];
const PROBE_INTERVAL_MS = 2000;

export interface ConnectionOptions {
  baseUrl: string;
  fetch: typeof fetch;
  wait: (ms: number) => Promise<void>;
}

/** Tracks whether the server can be reached from the dashboard's own requests. Polls /health only while it cannot. */
export function createConnection({ baseUrl, fetch, wait }: ConnectionOptions) {
  let state: ConnectionState = "up";
  const { subscribe, tell } = createListeners();
  const become = (next: ConnectionState) => {
    state = next;
    tell();
  };

  const probeUntilUp = async () => {
    while (state === "down") {
      await wait(PROBE_INTERVAL_MS);
      const answer = await fetch(`${baseUrl}/health`, { credentials: "omit" }).catch(() => undefined);
      if (answer?.ok) become("up");
    }
  };

  const noticeDown = () => {
    if (state === "down") return;
    become("down");
    void probeUntilUp();
  };

  const trackedFetch: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      if (isGatewayAnswer(response)) noticeDown();
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) noticeDown();
      throw error;
    }
  };
  return { state: () => state, subscribe, fetch: trackedFetch };
}

function isGatewayAnswer(response: Response): boolean {
  const isOurs = response.headers.get("content-type")?.includes("json") ?? false;
  return GATEWAY_STATUSES.includes(response.status) && !isOurs;
}
