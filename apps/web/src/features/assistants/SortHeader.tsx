import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SortColumn } from "./assistant-rows.ts";
import classes from "./assistant-table.module.css";

interface SortHeaderProps {
  column: SortColumn;
  sort: SortColumn | `-${SortColumn}`;
  className: string;
}

/** A column's head: a link to the list in its order, and the other way round the second time. */
export function SortHeader({ column, sort, className }: SortHeaderProps) {
  const { t } = useTranslation();
  const direction = sort === column ? "ascending" : sort === `-${column}` ? "descending" : "none";
  const Arrow = direction === "ascending" ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <Link
        to="/assistants"
        search={(previous) => ({ ...previous, sort: direction === "ascending" ? (`-${column}` as const) : column })}
        replace
        className={classes.sort}
        title={t("assistants.sortBy", { column: t(`assistants.${column}`) })}
      >
        {t(`assistants.${column}`)}
        {direction !== "none" && <Arrow size={13} aria-hidden="true" />}
      </Link>
    </th>
  );
}
