import type { Capabilities, ServerStatus } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { capabilitiesOf } from "./capabilities.ts";
import { hostStatusQuery, serverStatusQuery } from "./server-status.ts";
import { useClient, useDataHost, useServices } from "./services.tsx";

/** The data host's status; undefined while unknown, and for a host that is not a Callwright server. */
export function useHostStatus(): ServerStatus | undefined {
  const { dataHost } = useServices();
  const { enabled = false, isCallwright = false, url = "" } = useDataHost() ?? {};
  const own = useQuery({ ...serverStatusQuery(useClient()), enabled: !enabled });
  const other = useQuery({ ...hostStatusQuery(dataHost, url), enabled: enabled && isCallwright });
  return enabled ? other.data : own.data;
}

/** What the data host can run. */
export function useCapabilities(): Capabilities {
  return capabilitiesOf(useDataHost(), useHostStatus());
}

/** What this server can run, even if the data is on another host: members and organizations are always here. */
export function useOwnCapabilities(): Capabilities {
  return capabilitiesOf(undefined, useQuery(serverStatusQuery(useClient())).data);
}
