import { type Caption, lastWordsOf, type Transcript } from "@callwright/call";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../kit/clock-time.ts";
import { LatencyBar } from "../../kit/latency/LatencyBar.tsx";
import { isAnswer, type WaitPart, waitOf, waitParts } from "../../kit/latency/wait-parts.ts";
import { Scroller } from "../../kit/Scroller.tsx";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import { useFollowEnd } from "../../kit/use-follow-end.ts";
import css from "./talk.module.css";

interface Props {
  transcript: Transcript;
  assistantName: string;
}

/** The live transcript. It follows new words unless the reader has scrolled back. */
export function Captions({ transcript, assistantName }: Props) {
  const { t } = useTranslation();
  const log = useFollowEnd(transcript);
  const waits = transcript.captions.map((caption) => waitFor(caption, transcript));
  const longestMs = Math.max(0, ...waits.map((parts) => (parts ? waitOf(parts) : 0)));
  return (
    <Scroller ref={log} role="log" aria-label={t("talk.transcript")} className={css.log}>
      {transcript.captions.length + transcript.tools.length === 0 && <p className={css.dim}>{t("talk.emptyLog")}</p>}
      {transcript.captions.map((caption, index) => (
        <Fragment key={caption.id}>
          <Tools transcript={transcript} after={index} />
          <CaptionRow
            caption={caption}
            name={caption.role === "assistant" ? (caption.speaker ?? assistantName) : t("talk.you")}
            wait={waits[index]}
            longestMs={longestMs}
          />
        </Fragment>
      ))}
      <Tools transcript={transcript} after={transcript.captions.length} />
    </Scroller>
  );
}

/** The latency of an assistant's turn, shown with its first caption. */
function waitFor({ id, turn }: Caption, { captions, turns }: Transcript): WaitPart[] | undefined {
  const measured = turn === undefined ? undefined : turns[turn];
  if (!measured || !isAnswer(measured)) return undefined;
  return captions.find((caption) => caption.turn === turn)?.id === id ? waitParts(measured) : undefined;
}

/** The tool calls between two captions. */
function Tools({ transcript, after }: { transcript: Transcript; after: number }) {
  return transcript.tools.map((tool, index) =>
    tool.after === after ? (
      <ToolCallRow
        // biome-ignore lint/suspicious/noArrayIndexKey: ids of calls can repeat, and calls keep their place.
        key={index}
        name={tool.name}
        arguments={tool.arguments}
        {...tool.answer}
        isRunning={tool.answer === null && transcript.endedReason === undefined}
      />
    ) : null,
  );
}

interface RowProps {
  caption: Caption;
  name: string;
  wait: WaitPart[] | undefined;
  longestMs: number;
}

function CaptionRow({ caption, name, wait, longestMs }: RowProps) {
  const { t } = useTranslation();
  const lastWords = lastWordsOf(caption);
  return (
    <div className={css.turn} data-role={caption.role}>
      <div className={css.who}>
        <span>{name}</span>
        <span className="num">{wait ? t("latency.ms", { value: waitOf(wait).toLocaleString() }) : clockTime(caption.atMs)}</span>
      </div>
      {wait && <LatencyBar parts={wait} longestMs={longestMs} />}
      <div className={css.say}>
        {caption.text}
        {caption.text !== "" && caption.partial !== "" && " "}
        {/* Screen readers read the text once it is final. */}
        {caption.partial && (
          <span className={css.partial} aria-hidden="true">
            {caption.partial}
          </span>
        )}
      </div>
      {caption.isInterrupted && (
        <div className={css.cut}>
          {lastWords ? t("talk.interruptedAfter", { words: lastWords }) : t("talk.interruptedAtOnce")}
        </div>
      )}
    </div>
  );
}
