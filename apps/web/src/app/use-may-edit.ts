import { type PlatformRouteName, roleAtLeast } from "@callwright/contract";
import { useDataHost, useServices, useSession } from "./services.tsx";

/** Whether the signed-in person is an editor at least, and the host of the data has this route of ours. False until both are known. */
export function useMayEdit(route: PlatformRouteName): boolean {
  const session = useSession();
  const { dataHost } = useServices();
  // Which routes there are is known once it is known where the data is.
  const isKnown = useDataHost() !== undefined;
  const role = session.kind === "signed-in" ? session.org.role : undefined;
  return isKnown && role !== undefined && roleAtLeast(role, "editor") && dataHost.offers(route);
}
