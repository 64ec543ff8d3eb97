import type { CreateTool, StoredToolRun, ToolReading, ToolTestResult } from "@callwright/contract";
import { Button, Kbd, NumberInput, SegmentedControl, Textarea, UnstyledButton } from "@mantine/core";
import { useHotkeys, useOs } from "@mantine/hooks";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../../../data/realtime/realtime-context.tsx";
import { useLiveAction } from "../../../data/realtime/use-live-mutation.ts";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { Failure } from "../../../kit/Failure.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { Scroller } from "../../../kit/Scroller.tsx";
import { JsonEditor } from "../../../resource/json/JsonEditor.tsx";
import { readJson, readJsonObject, writeJson } from "../../../resource/json/json-text.ts";
import {
  hasTarget,
  isAnsweredHere,
  isTestable,
  parametersOf,
  SAMPLE_CALL_ID,
  sampleAnswer,
  sampleArguments,
} from "../sample-arguments.ts";
import { ArgumentFields } from "./ArgumentFields.tsx";
import { EarlierRuns, RunMenu } from "./EarlierRuns.tsx";
import classes from "./test-pane.module.css";

interface TestPaneProps {
  /** Absent: it is not stored yet. */
  toolId?: string | undefined;
  /** As it is edited. */
  tool: CreateTool;
  /** Does it differ from the stored one? */
  isChanged: boolean;
}

/** Beside the editor: the tool runs with arguments of one's own, and shows what the assistant would receive. */
export function TestPane({ toolId, tool, isChanged }: TestPaneProps) {
  const { t } = useTranslation();
  const mayTest = useMayEdit("updateTool");
  const isElsewhere = useRealtimeState() === "off";
  const [run, setRun] = useState<StoredToolRun>();
  const note = !isTestable(tool)
    ? t("toolTest.notSent")
    : isElsewhere
      ? t("toolTest.elsewhere")
      : mayTest
        ? undefined
        : t("toolTest.notAllowed");
  return (
    <section className={classes.pane} aria-label={t("toolTest.title")}>
      {note === undefined ? (
        <TestForm key={run?.id} toolId={toolId} tool={tool} isChanged={isChanged} run={run} onChooseRun={setRun} />
      ) : (
        <>
          <div className={classes.top}>
            <h2 className={classes.title}>{t("toolTest.title")}</h2>
          </div>
          <p className={classes.note}>{note}</p>
        </>
      )}
      {toolId !== undefined && <EarlierRuns toolId={toolId} onChoose={note === undefined ? setRun : undefined} />}
    </section>
  );
}

type Mode = "mock" | "live";
const MODES: readonly Mode[] = ["mock", "live"];
const STATUS_OK = 200;

/** What a test showed: the answer, and what a conversation makes of it. */
interface Shown {
  /** Absent for a mock. */
  answer?: ToolTestResult;
  /** Absent where the answer is the result. */
  reading?: ToolReading;
}

interface TestFormProps extends TestPaneProps {
  /** Its arguments are used. */
  run: StoredToolRun | undefined;
  onChooseRun: (run: StoredToolRun | undefined) => void;
}

function TestForm({ toolId, tool, isChanged, run, onChooseRun }: TestFormProps) {
  const { t } = useTranslation();
  const isMac = useOs() === "macos";
  const isHere = isAnsweredHere(tool);
  const canSend = hasTarget(tool);
  const [given, setGiven] = useState<Record<string, unknown> | undefined>(run?.arguments);
  const [jsonText, setJsonText] = useState<string>();
  const [chosenMode, setMode] = useState<Mode>("live");
  const [status, setStatus] = useState<number | string>(STATUS_OK);
  const [body, setBody] = useState(() => sampleAnswer(tool));
  const mode = isHere ? "live" : canSend ? chosenMode : "mock";
  const read = jsonText === undefined ? undefined : readJsonObject(jsonText);
  const values = read?.ok ? read.value : (given ?? sampleArguments(tool));
  const test = useTest();
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 599;
  const isReady = read?.ok !== false && (mode === "live" || isStatus);
  const start = () => {
    if (!isReady || test.isPending) return;
    const edited = isChanged || toolId === undefined ? { toolJson: JSON.stringify(tool) } : {};
    const asked = { ...(toolId !== undefined && { id: toolId }), ...edited, argumentsJson: JSON.stringify(values) };
    test.mutate({ asked, mock: mode === "mock" ? { status: Number(status), body } : undefined, isHere });
  };
  useHotkeys([["mod+Enter", start]], [], true);
  const host = hostOf(tool);
  return (
    <>
      <div className={classes.top}>
        <h2 className={classes.title}>{t("toolTest.title")}</h2>
        {!isHere && (
          <SegmentedControl
            size="xs"
            aria-label={t("toolTest.mode")}
            disabled={!canSend}
            data={MODES.map((each): { value: string; label: string } => ({ value: each, label: t(`toolTest.modes.${each}`) }))}
            value={mode}
            onChange={(chosen) => setMode(chosen === "mock" ? "mock" : "live")}
          />
        )}
      </div>
      <div className={classes.section}>
        <div className={classes.row}>
          {toolId === undefined ? (
            <span className={classes.dim}>{t("toolTest.arguments")}</span>
          ) : (
            <RunMenu
              toolId={toolId}
              run={run}
              onChoose={onChooseRun}
              onReset={() => {
                onChooseRun(undefined);
                setGiven(undefined);
                setJsonText(undefined);
              }}
            />
          )}
          <UnstyledButton
            className={classes.link}
            aria-pressed={jsonText !== undefined}
            onClick={() => {
              setGiven(values);
              setJsonText(jsonText === undefined ? writeJson(values) : undefined);
            }}
          >
            {t("toolTest.asJson")}
          </UnstyledButton>
        </div>
        {jsonText === undefined ? (
          <ArgumentFields parameters={parametersOf(tool)} given={values} onChange={setGiven} />
        ) : (
          <>
            <JsonEditor label={t("toolTest.argumentsJson")} text={jsonText} onChange={setJsonText} />
            <div role="status" className={classes.problem}>
              {read?.ok === false &&
                (read.reason === "not-json" ? t("resource.json.invalid", { reason: read.detail }) : t("toolTest.notObject"))}
            </div>
          </>
        )}
        {jsonText === undefined && Object.keys(values).length === 0 && <p className={classes.dim}>{t("toolTest.noArguments")}</p>}
        {mode === "mock" && (
          <div className={classes.mock}>
            <NumberInput
              label={t("toolTest.mockStatus")}
              size="xs"
              min={100}
              max={599}
              clampBehavior="none"
              allowDecimal={false}
              value={status}
              onChange={setStatus}
              error={isStatus ? undefined : t("toolTest.mockStatusRange")}
            />
            <Textarea
              label={t("toolTest.mockBody")}
              autosize
              minRows={3}
              maxRows={12}
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--cw-font-mono)", fontSize: 12 } }}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          </div>
        )}
        <div className={classes.row}>
          {/* Not disabled while the test runs: a disabled button loses the keyboard focus. */}
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
            disabled={!isReady}
            aria-disabled={test.isPending}
            onClick={start}
          >
            {t(test.isPending ? "toolTest.running" : "toolTest.run")}
          </Button>
          <Kbd className={classes.kbd ?? ""} aria-hidden="true">
            {isMac ? "⌘ ↵" : "Ctrl ↵"}
          </Kbd>
          <span className={classes.target}>
            {mode === "mock" ? t("toolTest.sendsNothing") : host ? t("toolTest.asks", { host }) : ""}
          </span>
        </div>
        {!canSend && <p className={classes.dim}>{t("toolTest.noServer")}</p>}
      </div>
      <div role="status">
        <Failure mx="md" my="sm">
          {test.error && t("toolTest.failed", { reason: test.error.message })}
        </Failure>
        {test.data && (
          <Outcome
            shown={test.data}
            onMock={
              !isHere && test.data.answer
                ? ({ status: answered, body: text, callId }) => {
                    setStatus(answered ?? STATUS_OK);
                    // A mock answers the call of samples.
                    setBody(readable(callId === undefined ? text : text.replaceAll(callId, SAMPLE_CALL_ID)));
                    setMode("mock");
                  }
                : undefined
            }
          />
        )}
      </div>
    </>
  );
}

interface TestOrder {
  asked: { id?: string; toolJson?: string; argumentsJson: string };
  /** The typed answer. Absent: the request is sent. */
  mock: { status: number; body: string } | undefined;
  isHere: boolean;
}

/** Runs a tool, and reads the answer as a conversation would. */
function useTest() {
  const send = useLiveAction("tools:test");
  const read = useLiveAction("tools:read");
  return useMutation({
    mutationFn: async ({ asked, mock, isHere }: TestOrder): Promise<Shown> => {
      if (mock) return { reading: await read({ ...asked, ...mock }) };
      const answer = await send(asked);
      const { status, body, callId } = answer;
      if (isHere || status === null) return { answer };
      const answered = { status, body, ...(callId !== undefined && { callId }) };
      return { answer, reading: await read({ ...asked, ...answered }) };
    },
  });
}

/** The host that a call of the tool asks. */
function hostOf(tool: CreateTool): string | undefined {
  const url = tool.type === "apiRequest" ? tool.url : "server" in tool ? tool.server?.url : undefined;
  return /^[a-z]+:\/\/([^/?#]+)/i.exec(String(url ?? ""))?.[1];
}

/** JSON with indentation; any other text unchanged. */
function readable(body: string): string {
  const read = readJson(body);
  return read.ok ? writeJson(read.value) : body;
}

/** Characters of a token, as models of English text have it on average. */
const TOKEN_CHARACTERS = 4;

interface OutcomeProps {
  shown: Shown;
  /** Takes the answer as the mock. */
  onMock: ((answer: ToolTestResult) => void) | undefined;
}

/** The answer with its times, and what the assistant receives. */
function Outcome({ shown: { answer, reading }, onMock }: OutcomeProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const received = reading?.result ?? answer?.body ?? "";
  const isDifferent = answer !== undefined && reading !== undefined && readable(answer.body) !== readable(received);
  return (
    <>
      {answer && <Answer answer={answer} />}
      <section className={classes.section} aria-label={t("toolTest.modelGets")}>
        <div className={classes.row}>
          <h3 className={classes.title}>{t("toolTest.modelGets")}</h3>
          {reading?.failed && <Pill kind="bad">{t("toolCall.failed")}</Pill>}
          <span className={classes.end}>{t("toolTest.tokens", { count: Math.ceil(received.length / TOKEN_CHARACTERS) })}</span>
        </div>
        {received === "" ? (
          <p className={classes.dim}>{t("toolTest.emptyBody")}</p>
        ) : (
          <Scroller as="pre" className={`mono ${classes.text}`}>
            {readable(received)}
          </Scroller>
        )}
        {isWhole && answer && (
          <Scroller as="pre" className={`mono ${classes.text}`} role="group" aria-label={t("toolTest.whole")}>
            {readable(answer.body)}
          </Scroller>
        )}
        {answer && (
          <div className={classes.buttons}>
            {onMock && (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onMock(answer)}>
                {t("toolTest.useAsMock")}
              </Button>
            )}
            {isDifferent && (
              <Button size="compact-sm" variant="subtle" color="gray" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
                {t("toolTest.whole")}
              </Button>
            )}
          </div>
        )}
        {reading && <Spoken reading={reading} />}
      </section>
    </>
  );
}

/** Status and times of an answer. */
function Answer({ answer: { status, failed, durationMs, times } }: { answer: ToolTestResult }) {
  const { t } = useTranslation();
  const isGood = failed === undefined ? status !== null && status < 400 : !failed;
  const words = failed === undefined ? (status === null ? "noAnswer" : "answered") : failed ? "isFailed" : "isDone";
  const parts = PARTS.flatMap(({ name, color }) => {
    const ms = times?.[`${name}Ms`];
    return ms === undefined ? [] : [{ name, color, ms: Math.max(ms, 0) }];
  });
  const text = (ms: number) => (ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString());
  return (
    <section className={classes.section} aria-label={t("toolTest.result")}>
      <div className={classes.row}>
        <Pill kind={isGood ? "accent" : "bad"}>{status ?? t(`toolTest.${words}`)}</Pill>
        {status !== null && <span className={classes.dim}>{t(`toolTest.${words}`)}</span>}
        <b className={`num ${classes.end}`}>{t("latency.ms", { value: Math.round(durationMs).toLocaleString() })}</b>
      </div>
      {parts.length > 0 && (
        <>
          <div className={classes.bar} aria-hidden="true">
            {parts.map(({ name, color, ms }) => (
              <span key={name} style={{ flex: ms, background: `var(--cw-segment-${color})` }} />
            ))}
          </div>
          <div className={classes.parts}>
            {parts.map(({ name, ms }) => (
              <span key={name}>
                {t(`toolTest.times.${name}`)} {text(ms)}
              </span>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

const PARTS = [
  { name: "connect", color: "endpointing" },
  { name: "secure", color: "transcript" },
  { name: "server", color: "tool" },
  { name: "read", color: "transport" },
] as const;

/** What is said after the answer, and what is kept of it. */
function Spoken({ reading: { message, variablesJson } }: { reading: ToolReading }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.facts}>
      <dt>{t(message?.isHint ? "toolTest.hintToModel" : "toolTest.spoken")}</dt>
      <dd>
        {message ? `“${message.text}”` : t("toolTest.modelAnswers")}
        {message?.endsCall && ` ${t("toolTest.endsCall")}`}
      </dd>
      {variablesJson !== "{}" && (
        <>
          <dt>{t("toolTest.variables")}</dt>
          <dd className="mono">{variablesJson}</dd>
        </>
      )}
    </dl>
  );
}
