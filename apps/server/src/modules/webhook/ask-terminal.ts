import { setTimeout as delay } from "node:timers/promises";
import type { AskedMessageType, TerminalAnswer } from "@callwright/contract";
import type { ServerContext } from "../../platform/platform.ts";
import { insertQuestion, readAnswer, removeQuestion, type Terminal } from "./terminal-store.ts";

/** How often the waiting node looks for an answer, which may come to any node. */
const LOOK_MS = 100;

export interface TerminalRequest {
  /** The message's id. */
  id: string;
  orgId: string;
  terminal: Terminal;
  type: AskedMessageType;
  callId: string | null;
  body: string;
  timeoutMs: number;
  /** When the conversation began to wait. */
  createdAt: Date;
}

/**
 * The conversation gives up `timeoutMs` after its request. The terminal gets a quarter less, at most a second less, so that its reason is reported
 * first.
 */
const reasonMs = (timeoutMs: number) => Math.min(1_000, timeoutMs / 4);

/** Lets a terminal answer a request. Fails with an `Error` that says why there is no answer. */
export async function askTerminal(
  { db, now, signal }: Pick<ServerContext, "db" | "now"> & { signal: AbortSignal },
  { terminal, timeoutMs, createdAt, ...asked }: TerminalRequest,
): Promise<Extract<TerminalAnswer, { status: number }>> {
  const { ownerName } = terminal;
  const left = () => new Error(`${ownerName}'s terminal disconnected before it answered`);
  const expiresAtMs = createdAt.getTime() + timeoutMs - reasonMs(timeoutMs);
  if (!(await insertQuestion(db, { ...asked, terminalId: terminal.id, createdAt, expiresAt: new Date(expiresAtMs) })))
    throw left();
  try {
    while (now().getTime() < expiresAtMs) {
      const answer = await readAnswer(db, asked.id);
      if (answer === undefined) throw left();
      if (answer && "error" in answer) throw new Error(`${ownerName}'s terminal got no answer: ${answer.error}`);
      if (answer) return answer;
      await delay(LOOK_MS, undefined, { signal });
    }
    throw new Error(`${ownerName}'s terminal did not answer within ${timeoutMs / 1000} s`);
  } finally {
    await removeQuestion(db, asked.id);
  }
}
