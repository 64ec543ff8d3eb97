import { type FieldPath, valueAt } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "../settings/use-field-label.ts";
import { type ConfigChange, configDiff, type DiffLine, lineDiff, textOf, withContext } from "../versions/config-diff.ts";
import classes from "./clash-notice.module.css";
import type { Draft } from "./use-draft.ts";

/** A field that was changed here and in another tab: both values, and the choice between them. The rest of the draft is saved meanwhile. */
export function ClashNotice({ path, draft: { state, store } }: { path: FieldPath; draft: Draft }) {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const dotted = path.join(".");
  const parts = configDiff(valueAt(state.seen.config, path), valueAt(state.config, path), dotted);
  const [only] = parts.length === 1 ? parts : [];
  const nameOf = (field: string) => labelOf(field) ?? field;
  const name = nameOf(only?.path ?? dotted);
  return (
    <Alert color="yellow" variant="outline" role="group" aria-label={t("editor.clash", { field: name })}>
      <Text fw={550}>{t("editor.clash", { field: name })}</Text>
      <Text>{t("editor.clashBody")}</Text>
      <div className={classes.sides}>
        {(["yours", "theirs"] as const).map((side) => (
          <section key={side} className={classes.side} aria-label={t(`editor.clashSides.${side}`)}>
            <Group justify="space-between" gap={8}>
              <Text fw={550}>{t(`editor.clashSides.${side}`)}</Text>
              <Button size="compact-sm" onClick={() => store.resolve(path, side)}>
                {t(side === "yours" ? "editor.clashKeep" : "editor.clashTake")}
              </Button>
            </Group>
            {parts.map((part) => (
              <div key={part.path}>
                {!only && <Text size="sm">{nameOf(part.path)}</Text>}
                <Value change={part} side={side} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </Alert>
  );
}

function Value({ change: { before, after }, side }: { change: ConfigChange; side: "yours" | "theirs" }) {
  const { t } = useTranslation();
  if ((side === "yours" ? after : before) === undefined) return <Text c="dimmed">{t("editor.clashNotSet")}</Text>;
  const hidden: DiffLine["kind"] = side === "yours" ? "removed" : "added";
  const lines = withContext(lineDiff(textOf(before).join("\n"), textOf(after).join("\n"))).filter(({ kind }) => kind !== hidden);
  return (
    <pre className={classes.value}>
      {lines.map((line) => (line.kind === "skipped" ? t("editor.linesSkipped", { count: line.count }) : line.text)).join("\n")}
    </pre>
  );
}
