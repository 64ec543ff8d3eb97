import { userCodeOf } from "./user-code.ts";

export interface DeviceSearch {
  /** The code; without it the user types it. */
  user_code?: string;
}

export function deviceSearch({ user_code: code }: Record<string, unknown>): DeviceSearch {
  // The router reads digits as a number.
  const text = typeof code === "string" || typeof code === "number" ? userCodeOf(String(code)) : "";
  return text === "" ? {} : { user_code: text };
}
