import { parseArgs } from "node:util";
import { ASKED_MESSAGE_TYPES, type AskedMessageType, parseUrl, SERVER_TIMEOUT_SECONDS } from "@callwright/contract";
import { z } from "zod";
import { openAccess } from "../access.ts";
import { printable } from "../account.ts";
import { CliError } from "../cli-error.ts";
import { answerQuestions } from "../listen/answer-questions.ts";
import { DeliveryCopier } from "../listen/copy-deliveries.ts";
import { type Forwarded, forward } from "../listen/forward.ts";
import { openLiveConnection, refusalOf, type TerminalConnection } from "../listen/live-connection.ts";
import type { Machine } from "../machine.ts";

/** Wait after a failed read of the deliveries. */
const RETRY_MS = 2_000;

/**
 * `callwright listen --forward URL [--assistant ID] [--type TYPE]… [--answer] [--server URL]`: copies server messages to the developer's own
 * server until it is interrupted; with `--answer`, that server answers requests of running calls and chats.
 */
export async function listen(args: string[], machine: Machine): Promise<void> {
  const options = readOptions(args);
  const { url, assistantId, types } = options;
  const { server, org } = await openAccess(machine, options.server);
  const stop = new AbortController();
  let failure: unknown;
  const refuse = (error: unknown) => {
    failure ??= error;
    stop.abort();
  };
  const live = openLiveConnection({ server, token: org.token, onRefused: refuse });
  const send = (body: string, messageId: string, callId: string | null, timeoutMs: number) =>
    forward(body, { ...machine, url, messageId, callId, timeoutMs });
  const print = (line: string) => void machine.stdout.write(`${printable(line)}\n`);

  try {
    const terminal = options.answers
      ? await answerQuestions({
          live,
          url,
          assistantId,
          nowMs: machine.nowMs,
          types: types && ASKED_MESSAGE_TYPES.filter((type) => types.includes(type)),
          ask: async ({ id, type, callId, body }, timeoutMs) => {
            const forwarded = await send(body, id, callId, timeoutMs);
            print(lineOf(type, callId, forwarded, "answered"));
            return forwarded;
          },
          onRefused: (error) => isRefusal(error) && refuse(refusalOf(error)),
        }).catch((error: unknown) => {
          throw refusalOf(error);
        })
      : undefined;
    const copier = new DeliveryCopier({
      client: org.client,
      assistantId,
      wants: ({ id, type }) => !terminal?.asked.has(id) && (types === undefined || types.includes(type)),
      onDelivery: async ({ id, type, callId = null }, body) =>
        print(lineOf(type, callId, await send(body, id, callId, SERVER_TIMEOUT_SECONDS.default * 1000))),
    });
    await copier.begin();
    const copy = (): void =>
      void copier.copy().catch((error: unknown) => {
        if (stop.signal.aborted) return;
        machine.stderr.write(`${printable(refusalOf(error).message)} Trying again.\n`);
        setTimeout(copy, RETRY_MS).unref();
      });
    await watchDeliveries(live, copy, stop.signal);
    if (failure) throw failure;
    const what = options.answers ? "Copying messages and answering requests" : "Copying messages";
    print(`${what}: ${server} → ${url}. Stop with Ctrl+C.`);
    if (!stop.signal.aborted) await machine.untilInterrupted(stop.signal);
    await terminal?.leave().catch(() => {});
  } finally {
    await live.close();
  }
  if (failure) throw failure;
}

/** Calls `copy` at each change, and first of all: deliveries may have been stored since the start. Resolves when the server lets us watch, or `refused`. */
async function watchDeliveries(live: TerminalConnection, copy: () => void, refused: AbortSignal): Promise<void> {
  let last: number | undefined;
  await new Promise<void>((resolve) => {
    if (refused.aborted) return resolve();
    refused.addEventListener("abort", () => resolve(), { once: true });
    live.watch("deliveries:latest", {}, (value) => {
      const revision = z.number().parse(value);
      if (revision !== last) copy();
      last = revision;
      resolve();
    });
  });
}

interface ListenOptions {
  url: string;
  assistantId: string | undefined;
  types: readonly string[] | undefined;
  answers: boolean;
  server: string | undefined;
}

function readOptions(args: string[]): ListenOptions {
  const { values } = parseArgs({
    args,
    options: {
      forward: { type: "string" },
      assistant: { type: "string" },
      type: { type: "string", multiple: true },
      answer: { type: "boolean" },
      server: { type: "string" },
    },
  });
  const { forward: url, type: types, answer: answers = false } = values;
  if (url === undefined || !/^https?:$/.test(parseUrl(url)?.protocol ?? ""))
    throw new CliError("usage", "Say where messages go, for example: callwright listen --forward http://localhost:4000/webhook");
  if (answers && types && !ASKED_MESSAGE_TYPES.some((type: AskedMessageType) => types.includes(type)))
    throw new CliError("usage", `With --answer, --type must be one of these: ${ASKED_MESSAGE_TYPES.join(", ")}.`);
  return { url, assistantId: values.assistant, types, answers, server: values.server };
}

/** The server refused, and would refuse again. */
function isRefusal(error: unknown): boolean {
  return refusalOf(error) instanceof CliError;
}

/** "12:03:07 status-update  call 1b2c…  200  12 ms". */
function lineOf(type: string, callId: string | null, forwarded: Forwarded, note = ""): string {
  const time = new Date().toTimeString().slice(0, 8);
  const result = "error" in forwarded ? `failed: ${forwarded.error}` : String(forwarded.status);
  const about = callId === null ? "" : `call ${callId}`;
  return [time, type.padEnd(22), about, result, `${Math.round(forwarded.durationMs)} ms`, note]
    .filter((part) => part !== "")
    .join("  ");
}
