/** Calls in React components. */
export { type CallHandle, type UseCallOptions, useCall } from "./use-call.ts";
export { type CallLevels, useCallLevels } from "./use-call-levels.ts";
