import type { Chat } from "@callwright/contract";
import { createFormat } from "../../kit/use-format.ts";

const { dollars } = createFormat("en");

/** "$0.0021"; with "+" where a part has no known price; "–" where no price is known. */
export function costText({ cost, costUnknown = [] }: Pick<Chat, "cost" | "costUnknown">): string {
  if (cost === undefined || (cost === 0 && costUnknown.length > 0)) return "–";
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
