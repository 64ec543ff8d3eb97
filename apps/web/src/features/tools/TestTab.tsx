import type { StoredToolRun, Tool, ToolReading, ToolTestResult } from "@callwright/contract";
import { Button, Group, Input, Menu, NumberInput, SegmentedControl, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import { useLiveAction } from "../../data/realtime/use-live-mutation.ts";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Failure } from "../../kit/Failure.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { JsonEditor } from "../../resource/json/JsonEditor.tsx";
import { readJson, readJsonObject, writeJson } from "../../resource/json/json-text.ts";
import { isOfService, isTestable, sampleAnswer, sampleArguments } from "./sample-arguments.ts";
import classes from "./test-tab.module.css";
import { toolRunsQuery } from "./tool-run-queries.ts";

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
        <Failure>{test.error && t("toolTest.failed", { reason: test.error.message })}</Failure>
        {test.data && <TestResult result={test.data} />}
      </div>
    </>
  );
}

/** The answer of a tool's server, and its duration. */
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

/** JSON with indentation; any other text unchanged. */
function readable(body: string): string {
  const read = readJson(body);
  return read.ok ? writeJson(read.value) : body;
}

const STATUS_OK = 200;

interface MockAnswerProps {
  tool: Tool;
  argumentsJson: string;
  isValid: boolean;
}

/** An answer that the user types instead of the server's, read as a conversation would read it. Sends nothing. */
function MockAnswer({ tool, argumentsJson, isValid }: MockAnswerProps) {
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
        <Failure>{read.error && t("toolTest.failed", { reason: read.error.message })}</Failure>
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

interface RunArgumentsProps {
  toolId: string;
  onChoose: (run: StoredToolRun) => void;
}

/** The last runs of a tool, to take the arguments of one. Empty for a tool that never ran. */
function RunArguments({ toolId, onChoose }: RunArgumentsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { dataHost } = useServices();
  const runs = useQuery({ ...toolRunsQuery(useClient(), toolId), enabled: dataHost.offers("listToolRuns") }).data ?? [];
  if (runs.length === 0) return null;
  return (
    <Menu width={320} position="bottom-start">
      <Menu.Target>
        <Button>{t("toolTest.useRun")}</Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {runs.map((run) => (
          <Menu.Item key={run.id} onClick={() => onChoose(run)}>
            {format.dateTimeSeconds(run.startedAt)}
            {run.failed && ` · ${t("toolCall.failed")}`}
            <br />
            <span className="mono" style={{ overflowWrap: "anywhere" }}>
              {JSON.stringify(run.arguments).slice(0, SHOWN_CHARACTERS)}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const SHOWN_CHARACTERS = 80;
