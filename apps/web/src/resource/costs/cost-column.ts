import type { Chat } from "@callwright/contract";
import { createFormat } from "../../kit/use-format.ts";

const { dollars } = createFormat("en");

/** "$0.0021"; with "+" where a part has no known price; "–" where nothing is known. */
export function costText({ cost, costUnknown = [] }: Pick<Chat, "cost" | "costUnknown">): string {
  if (cost === undefined) return "–";
  return costUnknown.length > 0 ? `${dollars(cost)}+` : dollars(cost);
}

/** The column of costs in lists of chats and sessions. */
export const COST_COLUMN = {
  id: "cost",
  text: costText,
  order: ({ cost = 0 }: Pick<Chat, "cost">) => cost,
  width: "100px",
  isNumeric: true,
};
