import { ActionIcon, Button, Menu, UnstyledButton } from "@mantine/core";
import { IconPlus, type Icon, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { conditionOf, edgeId } from "../graph/drawn-graph.ts";
import type { GraphEditor } from "./use-graph-editor.ts";

interface GraphListProps {
  editor: GraphEditor;
  isReadOnly: boolean;
  entries: readonly { kind: string; label: string; icon: Icon }[];
  onAdd: (kind: string) => void;
}

/** The same workflow as a list of nodes with their edges: for screen readers, the keyboard and small screens. */
export function GraphList({ editor, isReadOnly, entries, onAdd }: GraphListProps) {
  const { t } = useTranslation();
  const { graph, drawing, selected } = editor;
  return (
    <>
      <ol className={classes.list} aria-label={t("workflows.list")}>
        {drawing.nodes.map(({ id, title, text, chips, label, state }, index) => {
          const name = graph.nodes[index]?.name;
          const ways = graph.edges.flatMap((edge, place) => (edge.from === name ? [{ edge, place }] : []));
          return (
            <li key={id} className={classes.entry} data-selected={selected.has(id) || undefined} data-state={state}>
              <div className={classes.entryHead}>
                {isReadOnly ? (
                  <span>{label}</span>
                ) : (
                  <UnstyledButton aria-pressed={selected.has(id)} onClick={() => editor.find(id)}>
                    {label}
                  </UnstyledButton>
                )}
                {chips.map((chip) => (
                  <small key={chip.text}>{chip.text}</small>
                ))}
                {!isReadOnly && (
                  <ActionIcon aria-label={t("workflows.removeNode", { name: title })} onClick={() => editor.remove(new Set([id]))}>
                    <IconX size={14} aria-hidden="true" />
                  </ActionIcon>
                )}
              </div>
              {text !== "" && <p>{text}</p>}
              {ways.length > 0 && (
                <ul>
                  {ways.map(({ edge, place }) => {
                    const condition = conditionOf(edge);
                    const words = t(condition === "" ? "workflows.thenAlways" : "workflows.thenIf", { to: edge.to, condition });
                    return (
                      <li key={edgeId(place)}>
                        {isReadOnly ? words : <UnstyledButton onClick={() => editor.find(edgeId(place))}>{words}</UnstyledButton>}
                      </li>
                    );
                  })}
                </ul>
              )}
            </li>
          );
        })}
        {!isReadOnly && (
          <li>
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />}>
                  {t("workflows.addNode")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {entries.map(({ kind, label }) => (
                  <Menu.Item key={kind} onClick={() => onAdd(kind)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </li>
        )}
      </ol>
    </>
  );
}
