import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { lazy, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EditorFields } from "../settings/editor-fields.ts";
import { ExpectedCost } from "./ExpectedCost.tsx";
import { ExpectedTime } from "./ExpectedTime.tsx";
import { PresetPreview } from "./PresetPreview.tsx";
import { hasPicks } from "./pick-preset.ts";
import { PRESETS, type Preset } from "./preset-choices.ts";
import classes from "./presets.module.css";
import { usePresets } from "./use-presets.ts";

const CompareDialog = lazy(async () => ({ default: (await import("../compare/CompareDialog.tsx")).CompareDialog }));

/** Presets of model, voice and transcriber, with what each would change, and the expected response time. */
export function PresetPicker(fields: EditorFields) {
  const { t } = useTranslation();
  const titleId = useId();
  const previewId = useId();
  const [shown, setShown] = useState<Preset>();
  const [isComparing, setComparing] = useState(false);
  const presets = usePresets(fields.config);
  /** Without a model's key, every other preset equals Local. */
  const isSet = (preset: Preset) => {
    const { picks } = presets[preset];
    return hasPicks(fields.config, picks) && (preset === "local" || picks.model?.provider !== "callwright");
  };
  return (
    <section className={classes.picker} aria-labelledby={titleId}>
      <div className={classes.row}>
        <h2 id={titleId} className={classes.title}>
          {t("presets.title")}
        </h2>
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="compact-sm"
            variant={shown === preset ? "light" : "default"}
            aria-expanded={shown === preset}
            aria-controls={shown === preset ? previewId : undefined}
            rightSection={isSet(preset) && <IconCheck size={14} role="img" aria-label={t("presets.isSet")} />}
            onClick={() => setShown(shown === preset ? undefined : preset)}
          >
            {t(`presets.names.${preset}`)}
          </Button>
        ))}
        <Button size="compact-sm" variant="subtle" onClick={() => setComparing(true)}>
          {t("compare.open")}
        </Button>
      </div>
      {isComparing && (
        <Suspense fallback={null}>
          <CompareDialog config={fields.config} onClose={() => setComparing(false)} />
        </Suspense>
      )}
      {shown && (
        <div id={previewId}>
          <PresetPreview preset={shown} picked={presets[shown]} fields={fields} onClose={() => setShown(undefined)} />
        </div>
      )}
      <ExpectedTime label={t("presets.time.title")} config={fields.config} />
      <ExpectedCost label={t("costs.expected.title")} config={fields.config} />
    </section>
  );
}
