/** Conversations with assistants, the providers behind them, and the hosts that hold calls. */

export { createGuardedLookup, PrivateAddressError } from "./net/guarded-lookup.ts";
export { isPrivateAddress } from "./net/private-address.ts";
export { speakFile } from "./providers/callwright/flite/speak-file.ts";
export { pocketsphinxAvailable } from "./providers/callwright/pocketsphinx/available.ts";
export {
  type CallHostPool,
  type CallHostPoolOptions,
  createCallHostPool,
  type PoolLog,
  type PoolLogEntry,
} from "./voice/call-host-pool.ts";
export type { CallEnd, CallHostSettings, CallSpec } from "./voice/call-host-protocol.ts";
export type { PartialLine } from "./voice/partial-lines.ts";
