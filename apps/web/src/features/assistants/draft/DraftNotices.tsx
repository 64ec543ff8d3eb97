import { ApiError } from "@callwright/client";
import type { Assistant } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "../editor/assistant-editor.module.css";
import { ClashNotice } from "./ClashNotice.tsx";
import { MovedNotice } from "./MovedNotice.tsx";
import { OthersNotice } from "./OthersNotice.tsx";
import type { Draft } from "./use-draft.ts";

interface DraftNoticesProps {
  assistant: Assistant;
  draft: Draft;
  changed: boolean;
}

/** Notices about the draft: save errors, fields with two values, a newer published version, and other users' drafts. */
export function DraftNotices({ assistant, draft, changed }: DraftNoticesProps) {
  const { t } = useTranslation();
  const { state, store } = draft;
  const isOwn = state.seen.isDirty || state.phase !== "settled";
  const hasMoved = changed && isOwn && state.seen.baseVersion !== assistant.latestVersion;
  const failure = state.phase === "failed" ? state.error : undefined;
  // Field problems are shown at the fields.
  const failed = failure && !(failure instanceof ApiError && failure.problems.length > 0);
  return (
    <div role="status" className={classes.notices}>
      {failed && (
        <Alert color="red" variant="outline">
          <Group justify="space-between">
            <Text>{t("editor.saveFailed", { reason: failure.message })}</Text>
            <Button size="compact-sm" onClick={() => void store.flush()}>
              {t("app.retry")}
            </Button>
          </Group>
        </Alert>
      )}
      {state.clashes.map((path) => (
        <ClashNotice key={path.join(".")} path={path} draft={draft} />
      ))}
      {hasMoved && <MovedNotice assistant={assistant} draft={draft} />}
      <OthersNotice id={assistant.id} />
    </div>
  );
}
