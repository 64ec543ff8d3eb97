import { PlatformError, platformRoutes, type Route } from "@callwright/contract";
import type { AppContext } from "./app.ts";

const routes: readonly Route[] = Object.values(platformRoutes);
const ONE = /^\{\w+\}$/;

/** Does the route's path, with these values in the places of its parameters, read like this? */
function matches({ path, params }: Route, segments: readonly string[]): boolean {
  const parts = path.split("/");
  return (
    parts.length === segments.length &&
    parts.every((part, index) => {
      const segment = segments[index] ?? "";
      if (!ONE.test(part)) return part === segment;
      return params?.[part.slice(1, -1)]?.safeParse(segment).success ?? segment !== "";
    })
  );
}

/** Why no route answers. For a path with other methods, it names them, also in `Allow`. */
export function noRoute(c: AppContext): PlatformError {
  const { method, path } = c.req;
  const segments = path.split("/");
  const methods = new Set(routes.filter((route) => matches(route, segments)).map((route) => route.method));
  if (methods.size === 0 || methods.has(method as Route["method"])) return new PlatformError("not-found", { what: "Path" });
  const allowed = [...methods].sort().join(", ");
  c.header("Allow", allowed);
  return new PlatformError("method-not-allowed", { method, allowed });
}
