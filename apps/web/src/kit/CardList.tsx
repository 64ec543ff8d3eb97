import type { ReactNode } from "react";
import classes from "./card-list.module.css";

interface Props<Item> {
  label?: string;
  items: readonly Item[];
  /** The content of an item's card. */
  children: (item: Item) => ReactNode;
}

/** A list of items that need more space than a row, one below the other. */
export function CardList<Item extends { id: string }>({ label, items, children }: Props<Item>) {
  return (
    <ol className={classes.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={classes.card}>
          {children(item)}
        </li>
      ))}
    </ol>
  );
}

/** The item's name on the left, its state on the right. */
export function CardHead({ children }: { children: ReactNode }) {
  return <div className={classes.head}>{children}</div>;
}
