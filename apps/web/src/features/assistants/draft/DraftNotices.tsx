import { ApiError } from "@callwright/client";
import type { Assistant, OtherDraft } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices } from "../../../data/services.tsx";
import { useMemberName } from "../../../data/use-member-name.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { otherDraftsQuery } from "../assistant-queries.ts";
import classes from "../editor/assistant-editor.module.css";
import { ClashNotice } from "./ClashNotice.tsx";
import { MovedNotice } from "./MovedNotice.tsx";
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

/** Names the users who also have a draft. The content of their drafts is private. */
function OthersNotice({ id }: { id: string }) {
  const client = useClient();
  const { dataHost } = useServices();
  // The routes are known once the data host is known.
  const isKnown = useDataHost() !== undefined;
  const { data: drafts } = useQuery({ ...otherDraftsQuery(client, id), enabled: isKnown && dataHost.offers("listOtherDrafts") });
  return drafts?.map((draft) => <OtherDraftLine key={draft.userId ?? ""} draft={draft} />);
}

function OtherDraftLine({ draft: { userId, baseVersion, updatedAt } }: { draft: OtherDraft }) {
  const { t } = useTranslation();
  const format = useFormat();
  const member = useMemberName(userId);
  const name = member ?? t(userId === null ? "editor.otherDraftToken" : "editor.otherDraftSomebody");
  return (
    <p className={classes.other}>
      {t("editor.otherDraft", { name, base: baseVersion })}{" "}
      <time dateTime={updatedAt} title={format.utc(updatedAt)}>
        {t("editor.otherDraftChanged", { time: format.dateTime(updatedAt) })}
      </time>
    </p>
  );
}
