import type { Tool, ToolReading } from "@callwright/contract";
import { Alert, Button, Input, NumberInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLiveAction } from "../../data/realtime/use-live-mutation.ts";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { JsonEditor } from "../../resource/json/JsonEditor.tsx";
import { sampleAnswer } from "./sample-arguments.ts";
import classes from "./test-tab.module.css";

const STATUS_OK = 200;

interface MockAnswerProps {
  tool: Tool;
  argumentsJson: string;
  isValid: boolean;
}

/** An answer that the user types in place of the server's, read as a conversation would. Nothing is sent. */
export function MockAnswer({ tool, argumentsJson, isValid }: MockAnswerProps) {
  const { t } = useTranslation();
  const [status, setStatus] = useState<number | string>(STATUS_OK);
  const [body, setBody] = useState(() => sampleAnswer(tool));
  const act = useLiveAction("tools:read");
  const read = useMutation({ mutationFn: () => act({ id: tool.id, argumentsJson, status: Number(status), body }) });
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 599;
  return (
    <>
      <NumberInput
        label={t("toolTest.mockStatus")}
        maw={160}
        min={100}
        max={599}
        clampBehavior="none"
        allowDecimal={false}
        value={status}
        onChange={setStatus}
        error={isStatus ? undefined : t("toolTest.mockStatusRange")}
      />
      <Input.Wrapper label={t("toolTest.mockBody")} labelElement="div">
        <JsonEditor label={t("toolTest.mockBody")} text={body} onChange={setBody} />
      </Input.Wrapper>
      <Button
        variant="filled"
        style={{ alignSelf: "flex-start" }}
        disabled={!isValid || !isStatus}
        aria-disabled={read.isPending}
        onClick={() => !read.isPending && read.mutate()}
      >
        {t("toolTest.readAnswer")}
      </Button>
      <div role="status">
        {read.error && (
          <Alert color="red" variant="outline">
            {t("toolTest.failed", { reason: read.error.message })}
          </Alert>
        )}
        {read.data && <ReadAnswer reading={read.data} />}
      </div>
    </>
  );
}

/** How a conversation reads a tool's answer: the text for the model, the spoken message, and the extracted values. */
function ReadAnswer({ reading: { result, failed, message, variablesJson } }: { reading: ToolReading }) {
  const { t } = useTranslation();
  return (
    <section className={classes.result} aria-label={t("toolTest.reading")}>
      <h3 className={classes.title}>
        {t("toolTest.modelGets")} {failed && <Pill kind="warn">{t("toolCall.failed")}</Pill>}
      </h3>
      <Scroller as="pre" className="mono">
        {result}
      </Scroller>
      <h3 className={classes.title}>
        {t(message?.isHint ? "toolTest.hintToModel" : "toolTest.spoken")}{" "}
        {message?.endsCall && <Pill>{t("toolTest.endsCall")}</Pill>}
      </h3>
      <p className={classes.text}>{message ? `“${message.text}”` : t("toolTest.modelAnswers")}</p>
      {variablesJson !== "{}" && (
        <>
          <h3 className={classes.title}>{t("toolTest.variables")}</h3>
          <p className={`mono ${classes.text}`}>{variablesJson}</p>
        </>
      )}
    </section>
  );
}
