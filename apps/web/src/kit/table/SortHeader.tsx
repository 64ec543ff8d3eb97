import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./table.module.css";

interface SortHeaderProps {
  /** The column's name in the address. */
  column: string;
  label: string;
  /** The list's order: a column, with `-` in front for descending. */
  sort: string | undefined;
  className?: string | undefined;
  width?: string | undefined;
}

/** The head of a sortable column. A second click reverses the order. */
export function SortHeader({ column, label, sort, className, width }: SortHeaderProps) {
  const { t } = useTranslation();
  const direction = sort === column ? "ascending" : sort === `-${column}` ? "descending" : "none";
  const Arrow = direction === "ascending" ? IconArrowUp : IconArrowDown;
  const next = direction === "ascending" ? `-${column}` : column;
  return (
    <th scope="col" aria-sort={direction} className={className} style={width === undefined ? {} : { width }}>
      <Link
        to="."
        search={(previous: object) => ({ ...previous, sort: next })}
        replace
        className={classes.sort}
        title={t("resource.sortBy", { column: label })}
      >
        {label}
        {direction !== "none" && <Arrow size={13} aria-hidden="true" />}
      </Link>
    </th>
  );
}
