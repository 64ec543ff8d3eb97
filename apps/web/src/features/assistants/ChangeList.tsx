import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Pill } from "../../app/Pill.tsx";
import classes from "./change-list.module.css";
import { type ConfigChange, lineDiff } from "./config-diff.ts";

/** Differences field by field, as before and after; longer texts line by line. */
export function ChangeList({ changes }: { changes: readonly ConfigChange[] }) {
  const { t } = useTranslation();
  if (changes.length === 0) return <Text>{t("editor.noChanges")}</Text>;
  return (
    <section aria-label={t("editor.changes", { count: changes.length })}>
      <Text fw={550} mb={8}>
        {t("editor.changes", { count: changes.length })}
      </Text>
      <ul className={classes.list}>
        {changes.map((change) => (
          <li key={change.path} className={classes.change}>
            <Group gap={8}>
              <span className="mono">{change.path}</span>
              {change.before === undefined && <Pill kind="accent">{t("editor.added")}</Pill>}
              {change.after === undefined && <Pill>{t("editor.removed")}</Pill>}
            </Group>
            <ChangeLines change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIGNS = { same: " ", removed: "−", added: "+" };

function ChangeLines({ change }: { change: ConfigChange }) {
  const lines = [
    ...(change.before === undefined || change.after === undefined
      ? [
          ...textOf(change.before).map((text) => ({ kind: "removed" as const, text })),
          ...textOf(change.after).map((text) => ({ kind: "added" as const, text })),
        ]
      : lineDiff(textOf(change.before).join("\n"), textOf(change.after).join("\n"))),
  ];
  return (
    <pre className={classes.lines}>
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <span key={index} className={classes[kind]}>
          {SIGNS[kind]} {text}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

/** A value as lines to compare: a text as it is, anything else as JSON. */
function textOf(value: unknown): string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? value : JSON.stringify(value, null, 2)).split("\n");
}
