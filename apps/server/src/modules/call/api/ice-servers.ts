import { createHmac } from "node:crypto";
import { ASSISTANT_DEFAULTS, type CreateAssistant } from "@callwright/contract";
import type { Config } from "../../../platform/config/config.ts";

/** A caller joins within a minute, and may join again until the call ends. */
const JOIN_SECONDS = 300;

type IceServer = Config["iceServers"][number];

/** The STUN and TURN servers of one caller. The name and password for TURN are of this call alone, and expire after its longest duration. */
export function iceServersOf(
  { iceServers, turn }: Pick<Config, "iceServers" | "turn">,
  { id, assistant }: { id: string; assistant: Pick<CreateAssistant, "maxDurationSeconds"> },
  now: Date,
): IceServer[] {
  if (!turn) return iceServers;
  const seconds = (assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds) + JOIN_SECONDS;
  const credentials = turnCredentials(turn.secret, id, now, seconds);
  return [...iceServers, ...turn.urls.map((urls) => ({ urls, ...credentials }))];
}

/**
 * A name and password for a TURN server that knows the secret, as in "A REST API For Access To TURN Services"
 * (draft-uberti-behave-turn-rest-00), which coturn has as `use-auth-secret`: the name is the end of its validity in Unix seconds and an id, the
 * password its HMAC-SHA1.
 */
export function turnCredentials(secret: string, id: string, now: Date, seconds: number) {
  const username = `${Math.floor(now.getTime() / 1000) + seconds}:${id}`;
  return { username, credential: createHmac("sha1", secret).update(username).digest("base64") };
}
