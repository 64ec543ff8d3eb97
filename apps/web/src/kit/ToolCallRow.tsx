import { IconTool } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Pill } from "./Pill.tsx";
import { Scroller } from "./Scroller.tsx";
import classes from "./tool-call-row.module.css";

interface ToolCallRowProps {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  /** What the tool answered, or why it failed. Undefined: no answer yet. */
  result?: string | undefined;
  failed?: boolean | undefined;
  durationMs?: number | undefined;
  /** Without it, a call without an answer waits for the client's answer. */
  isRunning?: boolean | undefined;
  /** In a transcript: one line without a frame; its time stands elsewhere. */
  isLine?: boolean;
}

/** A tool call of a conversation. Its arguments and its answer unfold. */
export function ToolCallRow({ name, arguments: given, result, failed, durationMs, isRunning, isLine = false }: ToolCallRowProps) {
  const { t } = useTranslation();
  const passages = result === undefined || failed ? undefined : passagesIn(result);
  return (
    <details className={isLine ? classes.line : classes.call}>
      <summary>
        {!isLine && <IconTool size={14} aria-hidden="true" />}
        <code className={classes.name}>{name}</code>
        {failed && <Pill kind="warn">{t("toolCall.failed")}</Pill>}
        {isRunning && <Pill kind="accent">{t("toolCall.running")}</Pill>}
        {!isRunning && result === undefined && <Pill>{t("toolCall.waiting")}</Pill>}
        {durationMs !== undefined && !isLine && (
          <span className="num">{t("latency.ms", { value: Math.round(durationMs).toLocaleString() })}</span>
        )}
        <code className={classes.gist}>{isLine ? gistOf(given) : JSON.stringify(given)}</code>
        {isLine && result !== undefined && (
          <code className={classes.result}>→ {passages ? t("toolCall.passages", { count: passages.length }) : result}</code>
        )}
      </summary>
      <Block title={t("toolCall.arguments")} text={JSON.stringify(given, null, 2)} />
      {passages && <Passages passages={passages} />}
      {result !== undefined && !passages && (
        <Block title={t(failed ? "toolCall.failure" : "toolCall.answer")} text={readable(result)} />
      )}
    </details>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.block}>
      <div className={classes.title}>{title}</div>
      <Scroller as="pre" className="mono" role="group" aria-label={title}>
        {text}
      </Scroller>
    </div>
  );
}

/** What a tool for documents found, the best first. */
function Passages({ passages }: { passages: readonly FoundPassage[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.block}>
      <div className={classes.title}>{t("toolCall.passages", { count: passages.length })}</div>
      <Scroller className={classes.passages} role="group" aria-label={t("toolCall.passages", { count: passages.length })}>
        <ol>
          {passages.map(({ source, page, heading, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer does not change
            <li key={place}>
              <div className={classes.title}>
                {[source, page === undefined ? "" : t("ask.page", { page: String(page) }), heading].filter(Boolean).join(" · ")}
              </div>
              <div className={classes.text}>{text}</div>
            </li>
          ))}
        </ol>
      </Scroller>
    </div>
  );
}

/** "day: 2026-12-01, treatment: hygiene" */
function gistOf(given: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return Object.entries(given)
    .map(([name, value]) => `${name}: ${text(value)}`)
    .join(", ");
}

/** JSON with indentation; any other text unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A passage that a tool for documents answered with. */
interface FoundPassage {
  /** The name of a file or the address of a web page; empty where the answer names none. */
  source: string;
  page: number | undefined;
  heading: string;
  text: string;
}

const FIELDS = new Set(["file", "url", "page", "heading", "text"]);

/** The passages in a tool's answer. Undefined for an answer of another kind. */
export function passagesIn(answer: string): FoundPassage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const passages = value.map(toPassage);
  return passages.every((each) => each !== undefined) ? passages : undefined;
}

function toPassage(value: unknown): FoundPassage | undefined {
  if (typeof value !== "object" || value === null || Object.keys(value).some((field) => !FIELDS.has(field))) return undefined;
  const { file, url, page, heading, text } = value as Record<string, unknown>;
  if (typeof text !== "string") return undefined;
  const source = typeof file === "string" ? file : typeof url === "string" ? url : "";
  return {
    source,
    page: typeof page === "number" ? page : undefined,
    heading: typeof heading === "string" ? heading : "",
    text,
  };
}
