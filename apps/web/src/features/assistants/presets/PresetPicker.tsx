import { type CreateAssistant, expectedMinute, USUAL_MINUTE } from "@callwright/contract";
import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PARTS } from "../../../data/capabilities.ts";
import { Fact } from "../../../kit/Fact.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { late } from "../../../kit/late.tsx";
import { showUndo } from "../../../kit/show-undo.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import { AddKey } from "../settings/AddKey.tsx";
import type { EditorFields } from "../settings/editor-fields.ts";
import { chosenPart } from "./chosen-part.ts";
import { ExpectedTime } from "./ExpectedTime.tsx";
import { hasPicks, isAllBuiltIn, type PickedPreset, withPartsOf, withPicks } from "./pick-preset.ts";
import { PRESETS, type Preset } from "./preset-choices.ts";
import classes from "./presets.module.css";
import { usePartLabel } from "./use-part-label.ts";
import { usePresets } from "./use-presets.ts";

const CompareDialog = late(async () => (await import("../compare/CompareDialog.tsx")).CompareDialog);

/** Presets of model, voice and transcriber, with what each would change, and the expected response time. */
export function PresetPicker(fields: EditorFields) {
  const { t } = useTranslation();
  const titleId = useId();
  const previewId = useId();
  const [shown, setShown] = useState<Preset>();
  const [isComparing, setComparing] = useState(false);
  const presets = usePresets(fields.config);
  /** Without a model's key, every other preset is the same as Local. */
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
      {isComparing && <CompareDialog config={fields.config} onClose={() => setComparing(false)} />}
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

interface PresetPreviewProps {
  preset: Preset;
  picked: PickedPreset;
  fields: EditorFields;
  onClose: () => void;
}

/** What a preset would change, with its response time, its cost, and the keys that would make it better. */
function PresetPreview({ preset, picked: { picks, better }, fields: { config, edit }, onClose }: PresetPreviewProps) {
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
            <Fact key={part} name={t(`editor.${part}`)}>
              {from === to ? (
                t("presets.stays", { choice: to })
              ) : (
                <>
                  <s>{from}</s> <b>{to}</b>
                </>
              )}
            </Fact>
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

interface ExpectedCostProps {
  label: string;
  config: CreateAssistant;
  /** All parts run on this server. */
  isLocal?: boolean;
}

/** What a minute of a usual call is expected to cost, by part. Nothing on a host without prices. */
function ExpectedCost({ label, config, isLocal = false }: ExpectedCostProps) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const id = useId();
  const prices = usePrices();
  if (!prices) return null;
  const parts = PARTS.map((part) => {
    const chosen = chosenPart(config, part, isLocal);
    const { cost, costUnknown } = expectedMinute([chosen], prices);
    return { part, cost, isUnknown: costUnknown !== undefined, isFree: chosen.local === true };
  });
  const total = parts.reduce((sum, { cost }) => sum + cost, 0);
  const isWhole = parts.every(({ isUnknown }) => !isUnknown);
  const isFree = parts.every((part) => part.isFree);
  const words = () => {
    if (isFree) return t("costs.expected.free");
    if (isWhole) return t("costs.expected.total", { cost: dollars(total) });
    return total === 0 ? t("costs.expected.unknown") : t("costs.expected.atLeast", { cost: dollars(total) });
  };
  const { requests, inputTokens: input, outputTokens: output, characters } = USUAL_MINUTE;
  return (
    <section className={classes.time} aria-labelledby={id}>
      <p id={id} className={classes.total}>
        {label}: <b>{words()}</b>
      </p>
      {!isFree && (
        <>
          <ul className={classes.legend}>
            {parts.map(({ part, cost, isUnknown, ...each }) => (
              <li key={part}>
                {t("costs.expected.part", {
                  part: t(`editor.${part}`),
                  cost: isUnknown ? t("costs.expected.unknown") : each.isFree ? t("costs.free") : dollars(cost),
                })}
              </li>
            ))}
          </ul>
          <p className={classes.about}>
            {t("costs.expected.how", {
              requests: String(requests),
              input: String(input),
              output: String(output),
              characters: String(characters),
            })}
          </p>
        </>
      )}
    </section>
  );
}
