import { guarded } from "@callwright/contract";
import { WebSocket } from "ws";
import { createAddressGuard, PrivateAddressError } from "../../net/address-guard.ts";
import { failureOf, type HostedService, inOwnNetwork, notReached, tooLate } from "./hosted-service.ts";
import type { SocketAddress } from "./streaming-transcriber.ts";

/** From the name lookup to the open connection. */
export const CONNECT_MS = 5_000;
/** Words of a minute are some kilobytes. */
const MESSAGE_MAX_BYTES = 1024 * 1024;
/** Maximum bytes of a refusal that are read. */
const REFUSAL_MAX_BYTES = 4_096;

/**
 * Opens the connection to a service and returns the result of `use`, which is called before the first message: that may come with the handshake.
 * Fails with a `ProviderError` in words, also when `signal` aborts.
 */
export function openSocket<Connection>(
  service: HostedService,
  { url, headers }: SocketAddress,
  signal: AbortSignal,
  use: (socket: WebSocket) => Connection,
): Promise<Connection> {
  const address = new URL(url);
  const guard = createAddressGuard(!service.isOutside);
  if (guard.refusalOf(address.hostname)) return Promise.reject(inOwnNetwork(service));
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, {
      headers,
      maxPayload: MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
      ...(service.isOutside && { lookup: guard.lookup }),
    });
    const stop = () => settle(() => reject(notReached(service)));
    const timer = setTimeout(() => settle(() => reject(tooLate(service, CONNECT_MS))), CONNECT_MS);
    let isSettled = false;
    const settle = (answer: () => void, keep = false) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      if (!keep) socket.terminate();
      answer();
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    const fail = (cause: unknown) =>
      settle(() => reject(cause instanceof PrivateAddressError ? inOwnNetwork(service) : notReached(service)));
    // Later errors are followed by "close", which reports them. Without a listener here, they would end the process.
    socket.on("error", fail);
    socket.on("open", () => settle(() => resolve(use(socket)), true));
    socket.on(
      "unexpected-response",
      guarded(fail, (_request, response) => {
        const { statusCode: status = 500 } = response;
        let text = "";
        const tell = () => settle(() => reject(failureOf(service, { status, message: text })));
        response.on("data", (chunk: Buffer) => {
          text = (text + chunk.toString()).slice(0, REFUSAL_MAX_BYTES);
          if (text.length === REFUSAL_MAX_BYTES) tell();
        });
        response.on("end", tell);
        response.on("error", tell);
      }),
    );
  });
}
