import { createStreams } from "@callwright/client";
import type { CreateAssistant } from "@callwright/contract";
import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../data/services.tsx";
import { askModel, type ComparedAnswer } from "../compare/ask-model.ts";
import classes from "./assistant-tab.module.css";

/** Asks the model of an own server for one word, through the server that will run the calls. */
export function TestConnection({ config }: { config: CreateAssistant }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const [answer, setAnswer] = useState<ComparedAnswer>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isAsking = answer?.state === "asking";
  const test = () => {
    if (isAsking) return;
    const run = new AbortController();
    running.current = run;
    const streams = createStreams(session.access);
    void askModel(config, t("choosing.test.question"), {
      stream: (body) => streams.chats.create({ body, signal: run.signal }),
      now: () => performance.now(),
      onChange: (next) => {
        if (!run.signal.aborted) setAnswer(next);
      },
    });
  };
  return (
    <div className={classes.test}>
      <Button aria-disabled={isAsking} onClick={test}>
        {t("choosing.test.run")}
      </Button>
      <span role="status" className={classes.note} data-bad={answer?.state === "failed" || undefined}>
        {answer && wordsOf(answer, t)}
      </span>
    </div>
  );
}

function wordsOf({ state, text, firstTokenMs, reason }: ComparedAnswer, t: TFunction): string {
  if (state === "asking") return t("choosing.test.asking");
  if (state === "failed") return t("choosing.test.failed", { reason: reason ?? "" });
  if (text === "" || firstTokenMs === undefined) return t("choosing.test.silent");
  return t("choosing.test.answered", { text, ms: firstTokenMs.toLocaleString() });
}
