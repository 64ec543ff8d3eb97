import { Link } from "@tanstack/react-router";
import classes from "./overview.module.css";

interface CountLinkProps {
  label: string;
  calls: number;
  /** With it, the share is drawn as a bar. */
  total?: number;
  search: Record<string, string> | undefined;
  by?: string;
}

/** A number of calls that opens them. */
export function CountLink({ label, calls, total, search, by }: CountLinkProps) {
  const content = (
    <>
      <span className={classes.reason}>{label}</span>
      <span className="num">{calls.toLocaleString()}</span>
      {total !== undefined && (
        <span className={classes.share}>
          <i data-by={by} style={{ width: total > 0 ? `${(100 * calls) / total}%` : 0 }} />
        </span>
      )}
    </>
  );
  if (!search) return <span className={classes.count}>{content}</span>;
  return (
    <Link to="/calls" search={search} className={classes.count}>
      {content}
    </Link>
  );
}
