/** What decides whether a host takes another call. */
export interface HostLoad {
  isReady: boolean;
  /** Calls that use a slot. */
  calls: number;
  /** The sound of its calls is late. */
  isOverloaded: boolean;
  /** The process waits for the CPU for much of its time. */
  waitsForCpu: boolean;
}

/**
 * Chooses the host of the next call: the fullest one with a free slot, so that the other hosts can empty and stop; or a new one. `overloaded`:
 * another call would take CPU time from the running calls. `full`: every slot is used.
 */
export function chooseHost<Host extends HostLoad>(
  hosts: readonly Host[],
  { maxCallsPerHost, maxHosts }: { maxCallsPerHost: number; maxHosts: number },
): Host | "new" | "overloaded" | "full" {
  // The machine is busy, not the host alone: a new host would make it worse.
  if (hosts.some(({ isOverloaded, waitsForCpu }) => isOverloaded && waitsForCpu)) return "overloaded";
  const withRoom = hosts.filter(({ calls }) => calls < maxCallsPerHost);
  const [free] = withRoom
    .filter(({ isOverloaded }) => !isOverloaded)
    .sort((a, b) => Number(b.isReady) - Number(a.isReady) || b.calls - a.calls);
  if (free) return free;
  if (hosts.length < maxHosts) return "new";
  return withRoom.length > 0 ? "overloaded" : "full";
}
