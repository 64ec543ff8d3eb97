import { Link } from "@tanstack/react-router";
import type { CallListFilter } from "../calls/call-list-search.ts";
import classes from "./overview.module.css";

interface StatTileProps {
  label: string;
  value: string;
  note?: string;
  /** The calls behind the number. */
  search: CallListFilter;
  /** The number changes by itself. */
  isLive?: boolean;
}

/** A number that opens the calls behind it. */
export function StatTile({ label, value, note, search, isLive = false }: StatTileProps) {
  return (
    <Link to="/calls" search={search} className={classes.tile}>
      <span className={classes.label}>{label}</span>
      <strong className={classes.value} aria-live={isLive ? "polite" : undefined}>
        {value}
      </strong>
      {note && <span className={classes.note}>{note}</span>}
    </Link>
  );
}
