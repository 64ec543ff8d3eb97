import { useLocation } from "@tanstack/react-router";
import { resourcesOf } from "../registry.ts";

/** Is a settings screen open? */
export function useIsSettings(): boolean {
  const [, first] = useLocation({ select: ({ pathname }) => pathname }).split("/");
  return first === "settings" || resourcesOf("settings").some(({ path }) => path === first);
}
