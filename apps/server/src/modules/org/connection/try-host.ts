import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { PlatformError, readJson, ServerStatus } from "@callwright/contract";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import { sendToHost } from "./send-to-host.ts";

interface Host {
  url: string;
  privateKey: string;
}

/** More than a list of one is not read. */
const TRIED_MAX_BYTES = 4 * 1024 * 1024;

/**
 * Lists one assistant at the host with the key, and detects what the host runs. Fails with a sentence that explains the problem: `host-unreachable`,
 * `host-address-private`, `host-key-refused`, `host-not-platform`.
 */
export async function tryHost(network: OutsideNetwork, host: Host): Promise<{ isCallwright: boolean }> {
  const answer = await sendToHost(network, { ...host, method: "GET", path: "/assistant?limit=1" });
  const [name, status] = [new URL(host.url).host, answer.statusCode ?? 0];
  const body = await bodyOf(answer);
  if (status === 401 || status === 403) throw new PlatformError("host-key-refused", { host: name, status });
  if (status !== 200 || !Array.isArray(body))
    throw new PlatformError("host-not-platform", { host: name, detail: `/assistant answered ${whatCame(status)}.` });
  return { isCallwright: await isCallwright(network, host) };
}

function whatCame(status: number): string {
  if (status === 200) return "something else than a list";
  return status >= 300 && status < 400 ? `with a redirect (status ${status})` : `with status ${status}`;
}

/** Only Callwright has the route. */
async function isCallwright(network: OutsideNetwork, host: Host): Promise<boolean> {
  const answer = await sendToHost(network, { ...host, method: "GET", path: "/server-status" });
  const body = await bodyOf(answer);
  return answer.statusCode === 200 && ServerStatus.safeParse(body).success;
}

/** Undefined when it is not JSON. */
async function bodyOf(answer: IncomingMessage): Promise<unknown> {
  let bytes = 0;
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > TRIED_MAX_BYTES) answer.destroy();
  });
  return readJson(await text(answer).catch(() => ""));
}
