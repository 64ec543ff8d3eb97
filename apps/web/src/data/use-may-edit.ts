import { type PlatformRouteName, roleAtLeast } from "@callwright/contract";
import { useDataHost, useServices, useSignedIn } from "./services.tsx";

/** Is the user at least an editor, and does the data host have this route? False while unknown. */
export function useMayEdit(route: PlatformRouteName): boolean {
  const { role } = useSignedIn().org;
  const { dataHost } = useServices();
  // The routes are known once the data host is known.
  const isKnown = useDataHost() !== undefined;
  return isKnown && role !== undefined && roleAtLeast(role, "editor") && dataHost.offers(route);
}
