import type { NowMs } from "./call-clock.ts";
import type { MediaTransport } from "./media-transport.ts";

/** The last message to the client leaves within this, or never. */
const LAST_WORDS_MS = 300;

/** Resolves when what was written has left, or is not going to: closing the connection would overtake it. */
export async function untilWordsLeft(transport: MediaTransport, now: NowMs): Promise<void> {
  const deadlineMs = now() + LAST_WORDS_MS;
  while (transport.bufferedBytes > 0 && now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
}
