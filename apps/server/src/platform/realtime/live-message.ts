import { z } from "zod";

const Line = z.object({ role: z.enum(["user", "assistant"]), text: z.string(), startMs: z.number(), seq: z.number() });

/** What servers tell each other of running calls: which ones they watch, and what is being said in one. */
const LiveMessage = z.union([z.object({ watched: z.array(z.string()) }), z.object({ call: z.string(), lines: z.array(Line) })]);
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Undefined for what a server of another version says. */
export function readLiveMessage(text: string): LiveMessage | undefined {
  try {
    return LiveMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
