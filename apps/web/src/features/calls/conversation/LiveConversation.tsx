import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Conversation } from "./Conversation.tsx";
import classes from "./conversation.module.css";
import type { FollowedCall } from "./followed-call.ts";

interface Props extends Pick<FollowedCall, "rows" | "marks" | "turns"> {
  assistantName: string;
}

/** The live transcript of a running call. Screen readers read each line once it is final. */
export function LiveConversation({ rows, marks, turns, assistantName }: Props) {
  const { t } = useTranslation();
  const end = useStayAtEnd(rows);
  return (
    <div role="log" aria-label={t("call.liveTranscript")}>
      <Conversation
        rows={rows}
        marks={marks}
        turns={turns}
        assistantName={assistantName}
        player={undefined}
        isLive
        nothing={t("talk.emptyLog")}
      />
      <div ref={end} className={classes.end} />
    </div>
  );
}

/** Keeps the end mark of growing content in view, unless the reader has scrolled away from it. Returns the mark's ref. */
function useStayAtEnd(content: unknown) {
  const mark = useRef<HTMLDivElement>(null);
  // Start at the latest content.
  const isInView = useRef(true);
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver((entries) => {
      isInView.current = entries.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when content was added.
  useLayoutEffect(() => {
    if (isInView.current) mark.current?.scrollIntoView({ block: "nearest" });
  }, [content]);
  return mark;
}
