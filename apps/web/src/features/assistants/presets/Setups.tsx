import type { CreateAssistant } from "@callwright/contract";
import { UnstyledButton } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../../kit/field-names.ts";
import { AddKey } from "../settings/AddKey.tsx";
import type { EditorFields } from "../settings/editor-fields.ts";
import type { Expected } from "./expected.ts";
import { isPresetSet, isWithoutModel, type PickedPreset, withPicks } from "./pick-preset.ts";
import { PRESETS, type Preset } from "./preset-choices.ts";
import classes from "./setups.module.css";
import { useExpected, useExpectedText } from "./use-expected.ts";
import { usePartLabel } from "./use-part-label.ts";
import { usePresets } from "./use-presets.ts";
import { WaitBar } from "./WaitBar.tsx";

/** Model, voice and transcriber together, each with its time and its price. One whose model needs a key says so. */
export function Setups({ config, edit }: EditorFields) {
  const { t } = useTranslation();
  const id = useId();
  const presets = usePresets(config);
  const expected = useExpected();
  const after = (preset: Preset) => expected(withPicks(config, presets[preset].picks), preset === "local");
  const scaleMs = Math.max(...PRESETS.map((preset) => after(preset).waitMs));
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{t("presets.title")}</h2>
        <span>{t("presets.hint")}</span>
      </div>
      <ul className={classes.setups}>
        {PRESETS.map((preset) => (
          <Setup
            key={preset}
            preset={preset}
            picked={presets[preset]}
            isSet={isPresetSet(config, presets, preset)}
            // Without its key, it would use the built-in model, which is worse than the model that is set.
            isDim={isWithoutModel(config, presets, preset)}
            after={withPicks(config, presets[preset].picks)}
            expected={after(preset)}
            scaleMs={scaleMs}
            onUse={() => edit((current) => withPicks(current, presets[preset].picks))}
          />
        ))}
      </ul>
    </section>
  );
}

interface SetupProps {
  preset: Preset;
  picked: PickedPreset;
  isSet: boolean;
  isDim: boolean;
  /** The assistant with it. */
  after: CreateAssistant;
  expected: Expected;
  scaleMs: number;
  onUse: () => void;
}

function Setup({ preset, picked: { better }, isSet, isDim, after, expected, scaleMs, onUse }: SetupProps) {
  const { t } = useTranslation();
  const text = useExpectedText();
  const labelOf = usePartLabel();
  const name = t(`presets.names.${preset}`);
  const providers = [after.voice, after.transcriber].flatMap((part) =>
    part === undefined || part.provider === "callwright" ? [] : humanValue(part.provider),
  );
  const credentials = [...new Set(better.map(({ credential }) => credential))];
  return (
    <li className={classes.setup} data-set={isSet || undefined} data-dim={isDim || undefined}>
      <span className={classes.line}>
        <b>{name}</b>
        {isSet && <span className={classes.set}>{t("presets.isSet")}</span>}
        {!isDim && (
          <>
            <span className={classes.wait}>{text.wait(expected)}</span>
            <span className={classes.cost}>{text.cost(expected)}</span>
          </>
        )}
      </span>
      {!isDim && <WaitBar times={expected.times} scaleMs={scaleMs} />}
      <span className={classes.about}>{t(`presets.about.${preset}`)}</span>
      {!isDim && <span className={classes.about}>{[...new Set([labelOf("model", after), ...providers])].join(" · ")}</span>}
      {isDim && <span className={classes.about}>{t(preset === "local" ? "presets.noModel" : "presets.needsKey")}</span>}
      {credentials.length > 0 && (
        <span className={classes.keys}>
          {credentials.map((credential) => (
            <AddKey key={credential} provider={credential} />
          ))}
        </span>
      )}
      {!isDim && !isSet && <UnstyledButton className={classes.use} aria-label={t("presets.use", { name })} onClick={onUse} />}
    </li>
  );
}
