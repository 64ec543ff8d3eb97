import type { Tool, ToolTestResult } from "@callwright/contract";
import { Alert, Button, Group, Input, SegmentedControl, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import { useLiveAction } from "../../data/realtime/use-live-mutation.ts";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { JsonEditor } from "../../resource/json/JsonEditor.tsx";
import { readJson, readJsonObject, writeJson } from "../../resource/json/json-text.ts";
import { MockAnswer } from "./MockAnswer.tsx";
import { RunArguments } from "./RunArguments.tsx";
import { isOfService, isTestable, sampleArguments } from "./sample-arguments.ts";
import classes from "./test-tab.module.css";

const MODES = ["live", "mock"] as const;

/** Sends a tool's request as a call would, with arguments of one's own, and shows what came back; or reads an answer that the user types. */
export function TestTab({ entity: tool }: { entity: Tool }) {
  const { t } = useTranslation();
  const mayTest = useMayEdit("updateTool");
  const isElsewhere = useRealtimeState() === "off";
  const note = !isTestable(tool)
    ? t("toolTest.notSent")
    : isElsewhere
      ? t("toolTest.elsewhere")
      : mayTest
        ? undefined
        : t("toolTest.notAllowed");
  return (
    <div className={classes.tab}>
      {note === undefined ? <TestForm key={tool.updatedAt} tool={tool} /> : <Text c="dimmed">{note}</Text>}
    </div>
  );
}

function TestForm({ tool }: { tool: Tool }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => writeJson(sampleArguments(tool)));
  const [mode, setMode] = useState<"live" | "mock">("live");
  const read = useMemo(() => readJsonObject(text), [text]);
  return (
    <>
      {!isOfService(tool) && (
        <SegmentedControl
          aria-label={t("toolTest.mode")}
          style={{ alignSelf: "flex-start" }}
          data={MODES.map((each): { value: string; label: string } => ({ value: each, label: t(`toolTest.modes.${each}`) }))}
          value={mode}
          onChange={(chosen) => setMode(chosen === "mock" ? "mock" : "live")}
        />
      )}
      <Text c="dimmed">{t(isOfService(tool) ? "toolTest.hints.service" : `toolTest.hints.${mode}`)}</Text>
      <div role="status" className={classes.problem}>
        {!read.ok && (read.reason === "not-json" ? t("resource.json.invalid", { reason: read.detail }) : t("toolTest.notObject"))}
      </div>
      <Input.Wrapper label={t("toolTest.arguments")} labelElement="div">
        <JsonEditor label={t("toolTest.arguments")} text={text} onChange={setText} />
      </Input.Wrapper>
      <Group gap={8}>
        <Button onClick={() => setText(writeJson(sampleArguments(tool)))}>{t("toolTest.reset")}</Button>
        <RunArguments toolId={tool.id} onChoose={(run) => setText(writeJson(run.arguments))} />
      </Group>
      {mode === "mock" ? (
        <MockAnswer tool={tool} argumentsJson={text} isValid={read.ok} />
      ) : (
        <LiveTest tool={tool} argumentsJson={text} isValid={read.ok} />
      )}
    </>
  );
}

/** Sends the request. */
function LiveTest({ tool, argumentsJson, isValid }: { tool: Tool; argumentsJson: string; isValid: boolean }) {
  const { t } = useTranslation();
  const send = useLiveAction("tools:test");
  const test = useMutation({ mutationFn: () => send({ id: tool.id, argumentsJson }) });
  return (
    <>
      {/* Not disabled while the test runs: a disabled button loses the keyboard focus. */}
      <Button
        variant="filled"
        style={{ alignSelf: "flex-start" }}
        disabled={!isValid}
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {t(test.isPending ? "toolTest.sending" : isOfService(tool) ? "toolTest.run" : "toolTest.send")}
      </Button>
      <div role="status">
        {test.error && (
          <Alert color="red" variant="outline">
            {t("toolTest.failed", { reason: test.error.message })}
          </Alert>
        )}
        {test.data && <TestResult result={test.data} />}
      </div>
    </>
  );
}

/** What a tool's server answered, and after how long. */
function TestResult({ result: { status, failed, body, durationMs } }: { result: z.infer<typeof ToolTestResult> }) {
  const { t } = useTranslation();
  const isGood = failed === undefined ? status !== null && status < 400 : !failed;
  const stateText = () => {
    if (failed !== undefined) return t(failed ? "toolCall.failed" : "toolTest.isDone");
    return status === null ? t("toolTest.noAnswer") : t("toolTest.status", { status: String(status) });
  };
  return (
    <section className={classes.result} aria-label={t("toolTest.result")}>
      <div className={classes.facts}>
        <Pill kind={isGood ? "accent" : "warn"}>{stateText()}</Pill>
        <span className="num">{t("latency.ms", { value: Math.round(durationMs).toLocaleString() })}</span>
      </div>
      {body === "" ? (
        <p className={classes.empty}>{t("toolTest.emptyBody")}</p>
      ) : (
        <Scroller as="pre" className="mono">
          {readable(body)}
        </Scroller>
      )}
    </section>
  );
}

/** JSON with its lines apart; anything else as it came. */
function readable(body: string): string {
  const read = readJson(body);
  return read.ok ? writeJson(read.value) : body;
}
