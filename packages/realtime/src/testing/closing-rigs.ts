import { afterEach } from "vitest";
import { type RealtimeRig, type RigOptions, startRealtimeRig } from "./realtime-rig.ts";

/** Starts rigs that are closed at the end of each test of the file. */
export function closingRigs(): (options?: RigOptions) => Promise<RealtimeRig> {
  const rigs: RealtimeRig[] = [];
  afterEach(async () => {
    for (const rig of rigs.splice(0)) await rig.close();
  });
  return async (options) => {
    const rig = await startRealtimeRig(options);
    rigs.push(rig);
    return rig;
  };
}
