import { createStreams } from "@callwright/client";
import type { CreateAssistant } from "@callwright/contract";
import { Button, Group, Modal, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../data/services.tsx";
import { usePresets } from "../presets/use-presets.ts";
import { askModel, type ComparedAnswer } from "./ask-model.ts";
import { CompareSide } from "./CompareSide.tsx";
import classes from "./compare.module.css";
import { type CompareChoice, comparedConfig, firstOther } from "./compare-choices.ts";

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
                // The answer was not this one's.
                setAnswers((before) => SIDES.map((each) => (each === side ? undefined : before[each])));
              }}
            />
          ))}
        </div>
      </form>
    </Modal>
  );
}
