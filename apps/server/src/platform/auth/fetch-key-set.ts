import type { IncomingMessage } from "node:http";
import { KEY_SET_FETCH_TIMEOUT_MS, PlatformError, readJson, timeLimit } from "@callwright/contract";
import type { JWK } from "jose";
import { z } from "zod";
import { openAnswer } from "../net/ask-outside.ts";
import { hostFailure } from "../net/host-failure.ts";
import type { OutsideNetwork } from "../net/outside-network.ts";

/** Some hundred keys. A longer answer is not read to its end. */
const MAX_BYTES = 256 * 1024;

const FetchedKeys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/**
 * The keys at an address that a user entered. Fails with `host-unreachable`, `host-address-private` or `key-set-unusable` within
 * `KEY_SET_FETCH_TIMEOUT_MS`, its body included. Redirects are not followed. `signalAfter` is the clock of tests.
 */
export async function fetchKeySet(network: OutsideNetwork, url: URL, signalAfter = timeLimit): Promise<JWK[]> {
  const answer = await read(network, url, signalAfter(KEY_SET_FETCH_TIMEOUT_MS));
  if (answer.status !== 200) throw unusable(url, `it answered with status ${answer.status}`);
  const keys = FetchedKeys.safeParse(readJson(answer.text));
  if (!keys.success) throw unusable(url, "what it answered is no JSON Web Key Set");
  return keys.data.keys;
}

function unusable({ host }: URL, detail: string): PlatformError {
  return new PlatformError("key-set-unusable", { host, detail });
}

async function read(network: OutsideNetwork, url: URL, signal: AbortSignal): Promise<{ status: number; text: string }> {
  try {
    const answer = await openAnswer(network, { method: "GET", url, headers: { accept: "application/json" }, signal });
    return { status: answer.statusCode ?? 0, text: await readText(answer) };
  } catch (cause) {
    const tooSlow = new Error(`it took longer than ${KEY_SET_FETCH_TIMEOUT_MS / 1000} s`, { cause });
    throw hostFailure(url.host, signal.aborted ? tooSlow : cause);
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES) throw new Error(`it answers more than ${MAX_BYTES / 1024} KB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
