import { useTranslation } from "react-i18next";
import classes from "./line-diff.module.css";
import { lineDiff, textOf, withContext } from "./line-diff.ts";

const SIGNS = { same: " ", removed: "−", added: "+" };

interface LineDiffProps {
  /** Undefined: it was added. */
  before: unknown;
  /** Undefined: it was removed. */
  after: unknown;
}

/** A changed value line by line. Distant lines that are the same are collapsed. */
export function LineDiff(change: LineDiffProps) {
  const { t } = useTranslation();
  return (
    <pre className={classes.lines}>
      {shownLines(change).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <span key={index} className={classes[line.kind]}>
          {line.kind === "skipped" ? t("editor.linesSkipped", { count: line.count }) : `${SIGNS[line.kind]} ${line.text}`}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

/** Added and removed values are shown whole. */
function shownLines({ before, after }: LineDiffProps) {
  if (before !== undefined && after !== undefined) {
    return withContext(lineDiff(textOf(before).join("\n"), textOf(after).join("\n")));
  }
  return [
    ...textOf(before).map((text) => ({ kind: "removed" as const, text })),
    ...textOf(after).map((text) => ({ kind: "added" as const, text })),
  ];
}
