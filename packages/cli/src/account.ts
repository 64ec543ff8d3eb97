import { z } from "zod";
import { type ServerAccess, sessionEnded } from "./access.ts";

const Session = z.object({ user: z.object({ name: z.string(), email: z.string() }) });

/** Name and email of the signed-in user. Throws if the session has ended. */
export async function readAccount({ send, server }: Pick<ServerAccess, "send" | "server">): Promise<string> {
  const response = await send("session")("GET", "/api/auth/get-session");
  const session = Session.nullable().parse(await response.json());
  if (!session) throw sessionEnded(server);
  return printable(`${session.user.name} <${session.user.email}>`);
}

/** Text from others, without terminal control characters. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "");
}
