import type pg from "pg";

/** The channel by which servers tell each other what is not kept. */
export const SERVER_CHANNEL = "server";

/** Tells all servers. It is one short transaction that waits for no disk: those that notify commit one after the other. */
export async function sendServerMessages(client: pg.Client, messages: readonly string[]): Promise<void> {
  const notices = messages.map((message) => `notify ${SERVER_CHANNEL}, ${client.escapeLiteral(message)};`).join(" ");
  await client.query(`begin; set local synchronous_commit = off; ${notices} commit`);
}
