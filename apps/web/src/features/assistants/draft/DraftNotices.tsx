import { ApiError } from "@callwright/client";
import { type Assistant, type FieldPath, type OtherDraft, valueAt } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices, useSession } from "../../../data/services.tsx";
import { useMemberName } from "../../../data/use-member-name.ts";
import { type DiffLine, lineDiff, textOf, withContext } from "../../../kit/diff/line-diff.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { assistantKeys, otherDraftsQuery } from "../assistant-queries.ts";
import classes from "../editor/assistant-editor.module.css";
import { useFieldLabel } from "../settings/use-field-label.ts";
import { type ConfigChange, configDiff } from "../versions/config-diff.ts";
import { versionAuthorQuery } from "../versions/version-queries.ts";
import clashNoticeClasses from "./clash-notice.module.css";
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
      <Instant iso={updatedAt}>{t("editor.otherDraftChanged", { time: format.dateTime(updatedAt) })}</Instant>
    </p>
  );
}

/** A field that was changed here and in another tab: both values, and the choice between them. The rest of the draft is saved meanwhile. */
function ClashNotice({ path, draft: { state, store } }: { path: FieldPath; draft: Draft }) {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const dotted = path.join(".");
  const parts = configDiff(valueAt(state.seen.config, path), valueAt(state.config, path), dotted);
  const [only] = parts.length === 1 ? parts : [];
  const nameOf = (field: string) => labelOf(field) ?? field;
  const name = nameOf(only?.path ?? dotted);
  return (
    <Alert color="yellow" variant="outline" role="group" aria-label={t("editor.clash", { field: name })}>
      <Text fw={550}>{t("editor.clash", { field: name })}</Text>
      <Text>{t("editor.clashBody")}</Text>
      <div className={clashNoticeClasses.sides}>
        {(["yours", "theirs"] as const).map((side) => (
          <section key={side} className={clashNoticeClasses.side} aria-label={t(`editor.clashSides.${side}`)}>
            <Group justify="space-between" gap={8}>
              <Text fw={550}>{t(`editor.clashSides.${side}`)}</Text>
              <Button size="compact-sm" onClick={() => store.resolve(path, side)}>
                {t(side === "yours" ? "editor.clashKeep" : "editor.clashTake")}
              </Button>
            </Group>
            {parts.map((part) => (
              <div key={part.path}>
                {!only && <Text size="sm">{nameOf(part.path)}</Text>}
                <Value change={part} side={side} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </Alert>
  );
}

function Value({ change: { before, after }, side }: { change: ConfigChange; side: "yours" | "theirs" }) {
  const { t } = useTranslation();
  if ((side === "yours" ? after : before) === undefined) return <Text c="dimmed">{t("editor.clashNotSet")}</Text>;
  const hidden: DiffLine["kind"] = side === "yours" ? "removed" : "added";
  const lines = withContext(lineDiff(textOf(before).join("\n"), textOf(after).join("\n"))).filter(({ kind }) => kind !== hidden);
  return (
    <pre className={clashNoticeClasses.value}>
      {lines.map((line) => (line.kind === "skipped" ? t("editor.linesSkipped", { count: line.count }) : line.text)).join("\n")}
    </pre>
  );
}

const route = getRouteApi("/shell/assistants/$id");

interface MovedNoticeProps {
  assistant: Assistant;
  draft: Draft;
}

/** Another version was published while this one is edited. The draft is kept in any case; publishing it asks again. */
function MovedNotice({ assistant, draft }: MovedNoticeProps) {
  const { t } = useTranslation();
  const [keptOver, keepOver] = useState<string>();
  const { latestVersion } = assistant;
  if (latestVersion === undefined || keptOver === latestVersion) return null;
  const base = draft.state.seen.baseVersion;
  return (
    <Alert color="yellow" variant="outline">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={550}>
            <WhoPublished id={assistant.id} current={latestVersion} base={base} />
          </Text>
          <Text>{t("editor.movedBody", { current: latestVersion })}</Text>
        </div>
        <Group gap={8}>
          <SeeChanges id={assistant.id} from={base} to={latestVersion} />
          <Button size="compact-sm" onClick={() => keepOver(latestVersion)}>
            {t("editor.keepMine")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

function WhoPublished({ id, current, base }: { id: string; current: string; base: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: author } = useQuery(versionAuthorQuery(useClient(), id, current));
  const name = useMemberName(author);
  const versions = { current, base };
  if (session.kind === "signed-in" && author === session.user.id) return t("editor.movedByYou", versions);
  return name === undefined ? t("editor.moved", versions) : t("editor.movedBy", { name, ...versions });
}

/** Opens the Versions tab with the other version's changes. */
function SeeChanges({ id, from, to }: { id: string; from: string; to: string }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const see = () => {
    // The cached list is older than the version.
    void queryClient.invalidateQueries({ queryKey: assistantKeys.versions(id) });
    void navigate({ search: (search) => ({ ...search, tab: "versions", from, to }) });
  };
  return (
    <Button size="compact-sm" onClick={see}>
      {t("editor.seeChanges")}
    </Button>
  );
}
