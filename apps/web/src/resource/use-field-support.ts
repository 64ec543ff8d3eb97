import { useMemo } from "react";
import { useCapabilities } from "../data/use-capabilities.ts";
import { type FieldSupport, fieldSupport } from "./field-support.ts";
import { routeOf } from "./page/object-fields.ts";
import type { RouteNaming } from "./resource-calls.ts";

/** What the data host supports of a resource's fields. */
export function useFieldSupport(resource: RouteNaming): FieldSupport {
  const capabilities = useCapabilities();
  const segment = (routeOf(resource, "create") ?? routeOf(resource, "get"))?.path.split("/")[1] ?? "";
  return useMemo(() => fieldSupport(capabilities, segment), [capabilities, segment]);
}
