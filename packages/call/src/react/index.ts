/** Calls in React components. */
export { type CallHandle, type CallLevels, type UseCallOptions, useCall, useCallLevels } from "./use-call.ts";
