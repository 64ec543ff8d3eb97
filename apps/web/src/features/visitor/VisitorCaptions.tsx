import type { Transcript } from "@callwright/call";
import { enVisitor as words } from "../../app/messages/en-visitor.ts";
import { useFollowEnd } from "../../app/use-follow-end.ts";
import css from "./visitor.module.css";

/** What is said, as it is said. */
export function VisitorCaptions({ transcript }: { transcript: Transcript }) {
  const log = useFollowEnd(transcript);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard.
    <div ref={log} role="log" aria-label={words.transcript} tabIndex={0} className={css.log}>
      {transcript.captions.map(({ id, role, text, partial }) => (
        <p key={id} className={css.caption} data-role={role}>
          <span className={css.who}>{role === "assistant" ? (transcript.assistantName ?? words.assistant) : words.you}</span>
          {text}
          {/* Read out once it stands still. */}
          {partial && (
            <span className={css.dim} aria-hidden="true">
              {partial}
            </span>
          )}
        </p>
      ))}
    </div>
  );
}
