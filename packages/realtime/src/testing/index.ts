export { MemoryDatabase } from "./memory-database.ts";
export { makeToken, type RealtimeRig, startRealtimeRig } from "./realtime-rig.ts";
export { addOptimistically, mutate, type Watched, watch } from "./watching.ts";
