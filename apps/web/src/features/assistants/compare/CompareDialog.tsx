import { createStreams } from "@callwright/client";
import { type ChosenPart, type CreateAssistant, costReport } from "@callwright/contract";
import { Button, Group, Modal, NativeSelect, Textarea } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../data/services.tsx";
import { Fact } from "../../../kit/Fact.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useFirstModel } from "../../../resource/catalog/use-catalog.ts";
import { usePrices } from "../../../resource/costs/price-queries.ts";
import { withModelProvider } from "../model-config.ts";
import { chosenPart } from "../presets/chosen-part.ts";
import { type PickedPreset, withPicks } from "../presets/pick-preset.ts";
import { PRESETS, type Preset } from "../presets/preset-choices.ts";
import { usePartLabel } from "../presets/use-part-label.ts";
import { usePresets } from "../presets/use-presets.ts";
import { OfferedNameField } from "../settings/OfferedNameField.tsx";
import { ProviderNote } from "../settings/ProviderNote.tsx";
import { ProviderSelect } from "../settings/ProviderSelect.tsx";
import { askModel, type ComparedAnswer, type TokenCount } from "./ask-model.ts";
import classes from "./compare.module.css";

const SIDES = [0, 1] as const;
const QUESTION_MAX_CHARACTERS = 2000;

/** The same question to two models at once, as text, with times and tokens. */
export function CompareDialog({ config, onClose }: { config: CreateAssistant; onClose: () => void }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const presets = usePresets(config);
  const [question, setQuestion] = useState("");
  const [choices, setChoices] = useState<readonly CompareChoice[]>(() => [{ kind: "draft" }, firstOther(config, presets)]);
  const [answers, setAnswers] = useState<readonly (ComparedAnswer | undefined)[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isAsking = answers.some((answer) => answer?.state === "asking");
  const ask = () => {
    const text = question.trim();
    if (text === "" || isAsking) return;
    const run = new AbortController();
    running.current = run;
    const streams = createStreams(session.access);
    setAnswers([]);
    for (const side of SIDES) {
      const choice = choices[side] ?? { kind: "draft" };
      void askModel(comparedConfig(config, choice, presets), text, {
        stream: (body) => streams.chats.create({ body, signal: run.signal }),
        now: () => performance.now(),
        onChange: (answer) => {
          if (!run.signal.aborted) setAnswers((before) => SIDES.map((each) => (each === side ? answer : before[each])));
        },
      });
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("compare.title")} size={860}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Textarea
          label={t("compare.question")}
          description={t("compare.hint")}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={QUESTION_MAX_CHARACTERS}
          data-autofocus
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            ask();
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="filled" loading={isAsking} disabled={question.trim() === ""}>
            {t("compare.ask")}
          </Button>
        </Group>
        <div className={classes.sides}>
          {SIDES.map((side) => (
            <CompareSide
              key={side}
              label={t("compare.side", { letter: "AB".charAt(side) })}
              draft={config}
              presets={presets}
              choice={choices[side] ?? { kind: "draft" }}
              answer={answers[side]}
              isDisabled={isAsking}
              onChoose={(choice) => {
                setChoices(choices.with(side, choice));
                // The answer belongs to another question.
                setAnswers((before) => SIDES.map((each) => (each === side ? undefined : before[each])));
              }}
            />
          ))}
        </div>
      </form>
    </Modal>
  );
}

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
function CompareSide({ label, draft, presets, choice, answer, isDisabled, onChoose }: CompareSideProps) {
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

interface AnswerProps {
  answer: ComparedAnswer;
  /** The model that answers. */
  model: ChosenPart;
}

/** What a model says, how long it took and what it cost. */
function Answer({ answer, model }: AnswerProps) {
  const { t } = useTranslation();
  const { state, text, firstTokenMs, totalMs, tokens, reason } = answer;
  const ms = (value: number | undefined) => (value === undefined ? "–" : t("latency.ms", { value: value.toLocaleString() }));
  const cost = useCost(model, tokens);
  const facts = [
    { name: t("compare.firstToken"), value: ms(firstTokenMs) },
    { name: t("compare.total"), value: ms(totalMs) },
    {
      name: t("compare.tokens"),
      value: tokens
        ? t("compare.tokenCount", { input: String(tokens.input), output: String(tokens.output) })
        : t("compare.notCounted"),
    },
    ...(cost === undefined ? [] : [{ name: t("compare.cost"), value: cost }]),
  ];
  return (
    <>
      <p className={classes.answer} aria-live="polite" aria-busy={state === "asking"}>
        {text === "" && state === "asking" ? t("compare.waiting") : text}
      </p>
      <Failure>{state === "failed" && reason}</Failure>
      {state === "answered" && (
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </>
  );
}

/** What the tokens cost, in words. Undefined on a host without prices, and where tokens are not counted. */
function useCost(model: ChosenPart, tokens: TokenCount | undefined): string | undefined {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const prices = usePrices();
  if (model.local) return t("costs.free");
  if (!prices || !tokens) return undefined;
  const amounts = { inputTokens: tokens.input, cachedTokens: tokens.cached, outputTokens: tokens.output };
  const { cost, costUnknown } = costReport([{ ...model, amounts }], prices);
  return costUnknown ? t("costs.unknown") : dollars(cost);
}

/** The model of one side of a comparison: the draft's, a preset's, or another one. */
type CompareChoice = { kind: "draft" } | { kind: "preset"; preset: Preset } | { kind: "other"; provider: string; model: string };

/** The assistant of one side. All sides have the draft's prompt. */
function comparedConfig(
  draft: CreateAssistant,
  choice: CompareChoice,
  presets: Readonly<Record<Preset, PickedPreset>>,
): CreateAssistant {
  if (choice.kind === "draft") return draft;
  if (choice.kind === "preset") {
    const { model } = presets[choice.preset].picks;
    return model ? withPicks(draft, { model }) : draft;
  }
  const { provider, model } = choice;
  return { ...draft, model: { ...withModelProvider(draft.model, provider, model), model } };
}

/** The first choice for the other side: the first preset with another model than the draft's. */
function firstOther(draft: CreateAssistant, presets: Readonly<Record<Preset, PickedPreset>>): CompareChoice {
  const preset = PRESETS.find((each) => {
    const { model } = presets[each].picks;
    return model && model.provider !== "callwright" && model.model !== draft.model?.model;
  });
  return preset ? { kind: "preset", preset } : { kind: "preset", preset: "local" };
}
