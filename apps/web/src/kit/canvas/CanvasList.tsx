import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../CrossButton.tsx";
import { Scroller } from "../Scroller.tsx";
import classes from "./canvas-frame.module.css";
import type { CanvasEdge, CanvasNode } from "./canvas-parts.ts";
import type { Selected } from "./use-card-nodes.ts";

interface CanvasListProps {
  /** Accessible name. */
  label: string;
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  selected: Selected;
  onSelect: (id: string) => void;
  /** Absent: nothing can be removed. */
  onRemove?: ((id: string) => void) | undefined;
  isReadOnly: boolean;
}

/** A canvas as a list of nodes with the edges that leave them: for screen readers, the keyboard and small screens. */
export function CanvasList({ label, nodes, edges, selected, onSelect, onRemove, isReadOnly }: CanvasListProps) {
  const { t } = useTranslation();
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const entry = (id: string, words: string) => (
    <UnstyledButton aria-pressed={selected.has(id)} onClick={() => onSelect(id)}>
      {words}
    </UnstyledButton>
  );
  return (
    <Scroller className={classes.listView}>
      <ol className={classes.list} aria-label={label}>
        {nodes.map(({ id, title, text, chips, label: words, state }) => {
          const ways = edges.filter(({ from }) => from === id);
          return (
            <li key={id} className={classes.entry} data-selected={selected.has(id) || undefined} data-state={state}>
              <div className={classes.entryHead}>
                {entry(id, words)}
                {chips.map((chip) => (
                  <small key={chip.text}>
                    {chip.value === undefined ? chip.text : t("canvas.value", { name: chip.text, value: chip.value })}
                  </small>
                ))}
                {!isReadOnly && onRemove && (
                  <CrossButton aria-label={t("canvas.remove", { name: title })} onClick={() => onRemove(id)} />
                )}
              </div>
              {text !== "" && <p>{text}</p>}
              {ways.length > 0 && (
                <ul>
                  {ways.map((way) => {
                    const to = titles.get(way.to) ?? "";
                    return (
                      <li key={way.id}>
                        {entry(
                          way.id,
                          way.text === "" ? t("canvas.thenAlways", { to }) : t("canvas.thenIf", { to, text: way.text }),
                        )}
                      </li>
                    );
                  })}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
    </Scroller>
  );
}
