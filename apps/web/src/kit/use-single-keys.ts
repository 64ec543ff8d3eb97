import { useLocalStorage } from "@mantine/hooks";

/** Are single-key shortcuts on? WCAG 2.1.4 requires that they can be turned off. Stored in this browser. */
export function useSingleKeys() {
  return useLocalStorage({ key: "callwright-single-keys", defaultValue: true, getInitialValueInEffect: false });
}
