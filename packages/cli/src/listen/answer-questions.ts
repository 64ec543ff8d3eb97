import { randomUUID } from "node:crypto";
import {
  type AskedMessageType,
  TERMINAL_ANSWER_MAX_CHARACTERS,
  TERMINAL_SEEN_EVERY_MS,
  type TerminalAnswer,
  TerminalQuestion,
} from "@callwright/contract";
import { z } from "zod";
import type { Forwarded } from "./forward.ts";
import type { TerminalConnection } from "./live-connection.ts";

export interface AnswerOptions {
  live: TerminalConnection;
  /** The address that requests are sent to, for the log. */
  url: string;
  assistantId: string | undefined;
  types: readonly AskedMessageType[] | undefined;
  nowMs: () => number;
  ask: (question: TerminalQuestion, timeoutMs: number) => Promise<Forwarded>;
  /** The server refuses the terminal. */
  onRefused: (error: unknown) => void;
}

/** A terminal that answers requests of running conversations, from now on. Fails as the server does. */
export async function answerQuestions({ live, ask, nowMs, onRefused, ...options }: AnswerOptions) {
  const id = randomUUID();
  const asked = new Set<string>();
  const { url, assistantId, types } = options;
  const terminal = { id, url, ...(assistantId !== undefined && { assistantId }), ...(types && { types: [...types] }) };
  const listen = () => live.act("terminals:listen", terminal);

  async function answer(question: TerminalQuestion): Promise<void> {
    const left = () => Date.parse(question.expiresAt) - nowMs();
    if (left() <= 0) return;
    const told = toAnswer(await ask(question, left()));
    while (left() > 0) {
      const isSent = await live.act("terminals:answer", { terminalId: id, id: question.id, answer: told }).then(
        () => true,
        () => false,
      );
      if (isSent) return;
      // The connection was lost; wait before the next attempt.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  await listen();
  live.watch("terminals:questions", { terminalId: id }, (value) => {
    for (const question of z.array(TerminalQuestion).parse(value)) {
      if (asked.has(question.id)) continue;
      asked.add(question.id);
      void answer(question);
    }
  });
  // A lost connection is not a refusal; it will be restored.
  const seen = setInterval(() => listen().catch(onRefused), TERMINAL_SEEN_EVERY_MS);
  return {
    /** The ids of the requested messages. */
    asked: asked as ReadonlySet<string>,
    leave: async () => {
      clearInterval(seen);
      await live.act("terminals:leave", { terminalId: id });
    },
  };
}

function toAnswer(forwarded: Forwarded): TerminalAnswer {
  if ("error" in forwarded) return { error: forwarded.error.slice(0, 1000) };
  const { status, body } = forwarded;
  if (body.length <= TERMINAL_ANSWER_MAX_CHARACTERS) return { status, body };
  return { error: `its answer has more than ${TERMINAL_ANSWER_MAX_CHARACTERS / 1000} kB` };
}
