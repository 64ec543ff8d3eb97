import type { CreateAssistant } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFirstModel } from "../../../resource/catalog/use-catalog.ts";
import { chosenPart } from "../presets/chosen-part.ts";
import type { PickedPreset } from "../presets/pick-preset.ts";
import { PRESETS, type Preset } from "../presets/preset-choices.ts";
import { usePartLabel } from "../presets/use-part-label.ts";
import { OfferedNameField } from "../settings/OfferedNameField.tsx";
import { ProviderNote } from "../settings/ProviderNote.tsx";
import { ProviderSelect } from "../settings/ProviderSelect.tsx";
import { Answer } from "./Answer.tsx";
import type { ComparedAnswer } from "./ask-model.ts";
import classes from "./compare.module.css";
import { type CompareChoice, comparedConfig } from "./compare-choices.ts";

interface CompareSideProps {
  label: string;
  draft: CreateAssistant;
  presets: Readonly<Record<Preset, PickedPreset>>;
  choice: CompareChoice;
  /** Undefined before the first question. */
  answer: ComparedAnswer | undefined;
  isDisabled: boolean;
  onChoose: (choice: CompareChoice) => void;
}

/** One side of the comparison: the chosen model and its answer. */
export function CompareSide({ label, draft, presets, choice, answer, isDisabled, onChoose }: CompareSideProps) {
  const { t } = useTranslation();
  const id = useId();
  const labelOf = usePartLabel();
  const firstModelOf = useFirstModel();
  const modelOf = (each: CompareChoice) => labelOf("model", comparedConfig(draft, each, presets));
  const isLocal = choice.kind === "preset" && choice.preset === "local";
  const model = chosenPart(comparedConfig(draft, choice, presets), "model", isLocal);
  const choose = (value: string) => {
    const preset = PRESETS.find((each) => each === value);
    if (preset) return onChoose({ kind: "preset", preset });
    onChoose(value === "draft" ? { kind: "draft" } : { kind: "other", provider: "openai", model: firstModelOf("openai") });
  };
  return (
    <section className={classes.side} aria-labelledby={id}>
      <h3 id={id} className={classes.letter}>
        {label}
      </h3>
      <NativeSelect
        label={t("compare.model")}
        disabled={isDisabled}
        value={choice.kind === "preset" ? choice.preset : choice.kind}
        data={[
          { value: "draft", label: t("compare.draft", { model: modelOf({ kind: "draft" }) }) },
          ...PRESETS.map((preset) => ({
            value: preset,
            label: t("compare.preset", { name: t(`presets.names.${preset}`), model: modelOf({ kind: "preset", preset }) }),
          })),
          { value: "other", label: t("compare.other") },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {choice.kind === "other" && (
        <>
          <ProviderSelect
            part="model"
            at={`${id}.model`}
            provider={choice.provider}
            problems={[]}
            onChoose={(provider) => onChoose({ kind: "other", provider, model: firstModelOf(provider) })}
          />
          <OfferedNameField
            part="model"
            provider={choice.provider}
            label={t("editor.modelName")}
            value={choice.model}
            onChange={(model) => onChoose({ ...choice, model })}
          />
          <p className={classes.note}>
            <ProviderNote part="model" provider={choice.provider} />
          </p>
        </>
      )}
      {answer && <Answer answer={answer} model={model} />}
    </section>
  );
}
