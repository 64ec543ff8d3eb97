import type { MediaTransport } from "../media/media-transport.ts";
import type { NowMs } from "../model/call-clock.ts";

/** The last message leaves within this, or never. */
const SEND_TIMEOUT_MS = 300;

/** Resolves when all texts are sent, or will not be. Closing the connection earlier would drop them. */
export async function untilSent(transport: MediaTransport, now: NowMs): Promise<void> {
  const deadlineMs = now() + SEND_TIMEOUT_MS;
  while (transport.bufferedBytes > 0 && now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
}
