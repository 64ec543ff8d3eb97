import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LineDiff } from "../../kit/diff/LineDiff.tsx";
import { Pill } from "../../kit/Pill.tsx";
import classes from "./change-list.module.css";
import type { ConfigChange } from "./config-diff.ts";

interface ChangeListProps {
  changes: readonly ConfigChange[];
  /** The label of a field at a dotted path; undefined: the path itself is shown. */
  labelOf: (path: string) => string | undefined;
}

/** Changes by field, before and after. Longer texts are shown as a line diff. */
export function ChangeList({ changes, labelOf }: ChangeListProps) {
  const { t } = useTranslation();
  if (changes.length === 0) return <Text>{t("editor.noChanges")}</Text>;
  return (
    <div>
      <Text fw={550} mb={8}>
        {t("editor.changes", { count: changes.length })}
      </Text>
      <ul className={classes.list} aria-label={t("editor.changes", { count: changes.length })}>
        {changes.map((change) => (
          <li key={change.path} className={classes.change}>
            <Group gap={8}>
              <FieldName label={labelOf(change.path)} path={change.path} />
              {change.before === undefined && <Pill kind="accent">{t("editor.added")}</Pill>}
              {change.after === undefined && <Pill>{t("editor.removed")}</Pill>}
            </Group>
            <LineDiff before={change.before} after={change.after} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FieldName({ label, path }: { label: string | undefined; path: string }) {
  return label === undefined ? <span className="mono">{path}</span> : <b title={path}>{label}</b>;
}
