import type { Assistant, UpdateAssistant } from "@callwright/contract";
import { RILEY } from "../../apps/server/src/modules/org/seed/riley.ts";
import type { PlatformUser } from "./platform.ts";

/** Publishes a next version of the Riley that an organization begins with. */
export async function changeRiley(user: PlatformUser, changes: UpdateAssistant): Promise<void> {
  const riley = (await user.send<Assistant[]>("GET", "/assistant")).body.find(({ name }) => name === "Riley");
  const { status, body } = await user.send("PATCH", `/assistant/${riley?.id}`, changes);
  if (status !== 200) throw new Error(`The change was refused with ${status}: ${JSON.stringify(body)}`);
}

/** Riley's opening hours of a day: the sentence of its own prompt. The answer may use other small words. */
export function hoursOn(day: "Saturday" | "Sunday"): string {
  const sentence = RILEY.model?.messages?.[0]?.content?.split("\n").find((line) => line.startsWith(`On ${day}`));
  if (!sentence) throw new Error(`Riley's prompt has no sentence about ${day}.`);
  return sentence.trim();
}
