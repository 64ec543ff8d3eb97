import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./tab-row.module.css";

interface RowTab {
  id: string;
  title: ReactNode;
  /** Beside the title: how many it has. */
  count?: ReactNode;
}

/** The tabs of a page, inside Mantine's `Tabs`: one row, which scrolls on phones. */
export function TabRow({ tabs, label }: { tabs: readonly RowTab[]; label?: string | undefined }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, []);
  return (
    <Tabs.List ref={row} className={classes.row ?? ""} aria-label={label}>
      {tabs.map(({ id, title, count }) => (
        <Tabs.Tab key={id} value={id}>
          {title} {count !== undefined && <span className={classes.count}>{count}</span>}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
