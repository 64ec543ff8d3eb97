/** Conversations with assistants, the providers behind them, and the hosts that hold calls. */

export { pocketsphinxAvailable } from "./providers/callwright/pocketsphinx/available.ts";
export {
  type CallEnd,
  type CallHostPool,
  type CallHostPoolOptions,
  createCallHostPool,
  type PoolLog,
  type PoolLogEntry,
} from "./voice/call-host-pool.ts";
export type { CallHostSettings, CallSpec } from "./voice/call-host-protocol.ts";
