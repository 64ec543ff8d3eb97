import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PARTS } from "../../../data/capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { showUndo } from "../../../kit/show-undo.tsx";
import { AddKey } from "../settings/AddKey.tsx";
import type { EditorFields } from "../settings/editor-fields.ts";
import { ExpectedCost } from "./ExpectedCost.tsx";
import { ExpectedTime } from "./ExpectedTime.tsx";
import { hasPicks, isAllBuiltIn, type PickedPreset, withPartsOf, withPicks } from "./pick-preset.ts";
import type { Preset } from "./preset-choices.ts";
import classes from "./presets.module.css";
import { usePartLabel } from "./use-part-label.ts";

interface PresetPreviewProps {
  preset: Preset;
  picked: PickedPreset;
  fields: EditorFields;
  onClose: () => void;
}

/** What a preset would change, with its response time, its cost, and the keys that would make it better. */
export function PresetPreview({ preset, picked: { picks, better }, fields: { config, edit }, onClose }: PresetPreviewProps) {
  const { t } = useTranslation();
  const labelOf = usePartLabel();
  const name = t(`presets.names.${preset}`);
  const after = withPicks(config, picks);
  const needsKey = preset !== "local" && isAllBuiltIn(picks);
  const use = () => {
    edit((current) => withPicks(current, picks));
    onClose();
    showUndo({
      message: t("presets.used", { name }),
      label: t("presets.undo"),
      onUndo: () => edit((current) => withPartsOf(current, config)),
    });
  };
  return (
    <section className={classes.preview} aria-label={t("presets.preview", { name })}>
      <p className={classes.about}>{t(`presets.about.${preset}`)}</p>
      <dl className={classes.changes}>
        {PARTS.map((part) => {
          const [from, to] = [labelOf(part, config), labelOf(part, after)];
          return (
            <div key={part}>
              <dt>{t(`editor.${part}`)}</dt>
              <dd>
                {from === to ? (
                  t("presets.stays", { choice: to })
                ) : (
                  <>
                    <s>{from}</s> <b>{to}</b>
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <ExpectedTime label={t("presets.time.with", { name })} config={after} />
      <ExpectedCost label={t("costs.expected.with", { name })} config={after} isLocal={preset === "local"} />
      <Button
        className={classes.use ?? ""}
        variant="filled"
        size="compact-md"
        disabled={needsKey || hasPicks(config, picks)}
        onClick={use}
      >
        {needsKey ? t("presets.needsKey") : t("presets.use", { name })}
      </Button>
      {better.map(({ part, provider, credential }) => (
        <p key={part} className={classes.about}>
          {t("presets.better", { provider: humanValue(provider), part: t(`presets.parts.${part}`) })}{" "}
          <AddKey provider={credential} />
        </p>
      ))}
    </section>
  );
}
