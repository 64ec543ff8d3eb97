import type { RouteNaming } from "../resource-calls.ts";
import { useFieldSupport } from "../use-field-support.ts";
import classes from "./page.module.css";

/** Says that the host does not run this resource. Empty if it does. */
export function ServerNotice({ resource }: { resource: RouteNaming }) {
  const { whole } = useFieldSupport(resource);
  return whole === undefined ? null : <p className={classes.serverNotice}>{whole}</p>;
}
