import { type PlatformRouteName, roleAtLeast } from "@callwright/contract";
import { useDataHost, useServices, useSession } from "./services.tsx";

/** Is the user at least an editor, and does the data host have this route? False while unknown. */
export function useMayEdit(route: PlatformRouteName): boolean {
  const session = useSession();
  const { dataHost } = useServices();
  // The routes are known once the data host is known.
  const isKnown = useDataHost() !== undefined;
  const role = session.kind === "signed-in" ? session.org.role : undefined;
  return isKnown && role !== undefined && roleAtLeast(role, "editor") && dataHost.offers(route);
}
