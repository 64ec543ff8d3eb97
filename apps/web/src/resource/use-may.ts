import { roleAtLeast } from "@callwright/contract";
import { useClient, useSession } from "../data/services.tsx";
import { routeOf } from "./page/object-fields.ts";
import { callOf, type RouteNaming, type Verb } from "./resource-calls.ts";

/** Does the route exist, and may the user call it? */
export function useMay(resource: RouteNaming): (verb: Verb) => boolean {
  const client = useClient();
  const session = useSession();
  return (verb) => {
    if (!callOf(client, resource, verb) || session.kind !== "signed-in") return false;
    const { role } = session.org;
    return role === undefined || roleAtLeast(role, routeOf(resource, verb)?.role ?? "viewer");
  };
}
