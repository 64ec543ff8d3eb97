import { soundAddress, soundLabel } from "@callwright/contract";
import type { TurnPart } from "./conversation.ts";

/** A first message as text, or as the sound file that it names. Undefined for an empty one. */
export function greeting(rendered: string): Extract<TurnPart, { type: "text" }> | undefined {
  const text = rendered.trim();
  if (text === "") return undefined;
  const soundUrl = soundAddress(text);
  return soundUrl === undefined ? { type: "text", text: rendered } : { type: "text", text: soundLabel(soundUrl), soundUrl };
}
