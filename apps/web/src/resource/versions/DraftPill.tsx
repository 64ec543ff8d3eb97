import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import type { AnyDraft } from "./use-draft.ts";

/** State of the draft: none, saving, saved, failed, or waiting for a choice between two values. */
export function DraftPill({ draft: { state, problems }, changes }: { draft: AnyDraft; changes: number }) {
  const { t } = useTranslation();
  const isBad = state.phase === "failed" || state.clashes.length > 0 || problems.length > 0;
  const text = {
    settled: [t("editor.draftSaved"), t("editor.changes", { count: changes })].join(" · "),
    edited: problems.length > 0 ? t("editor.draftBlocked") : t("editor.draftEdited"),
    saving: t("editor.draftSaving"),
    failed: t("editor.draftFailed"),
    clashed: t("editor.draftClashed"),
  }[state.phase];
  return (
    <span role="status">
      {(changes > 0 || state.phase !== "settled") && <Pill kind={isBad ? "warn" : "accent"}>{text}</Pill>}
    </span>
  );
}
