import { useLocalStorage, useWindowEvent } from "@mantine/hooks";
import { isSingleKey } from "./single-keys.ts";

/** Are single-key shortcuts on? WCAG 2.1.4 requires that they can be turned off. Stored in this browser. */
export function useSingleKeySetting() {
  return useLocalStorage({ key: "callwright-single-keys", defaultValue: true, getInitialValueInEffect: false });
}

/** Calls `onKey` for each key that may be a single-key shortcut of the page. Every such shortcut is registered here. */
export function useSingleKeys(onKey: (event: KeyboardEvent) => void): void {
  const [isOn] = useSingleKeySetting();
  useWindowEvent("keydown", (event) => {
    if (isSingleKey(event) && isOn) onKey(event);
  });
}
