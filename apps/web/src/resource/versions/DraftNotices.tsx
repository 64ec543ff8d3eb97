import { ApiError } from "@callwright/client";
import { type FieldPath, type OtherDraft, type PlatformRouteName, valueAt } from "@callwright/contract";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices, useSession } from "../../data/services.tsx";
import { useMemberName } from "../../data/use-member-name.ts";
import { type DiffLine, lineDiff, textOf, withContext } from "../../kit/diff/line-diff.ts";
import { Instant } from "../../kit/Instant.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { type ConfigChange, configDiff } from "./config-diff.ts";
import classes from "./draft-notices.module.css";
import type { AnyDraft } from "./use-draft.ts";
import type { VersionPair } from "./VersionsTab.tsx";
import { versionAuthorQuery } from "./version-queries.ts";
import { type Published, type VersionedKind, versionCalls, versionKeys } from "./versioned-kind.ts";

interface DraftNoticesProps {
  kind: VersionedKind;
  published: Published;
  draft: AnyDraft;
  changed: boolean;
  /** Opens the comparison of two versions. */
  onCompare: (pair: VersionPair) => void;
}

/** Notices about the draft: save errors, fields with two values, a newer published version, and other users' drafts. */
export function DraftNotices(props: DraftNoticesProps) {
  const { kind, published, draft, changed } = props;
  const { t } = useTranslation();
  const { state, store } = draft;
  const isOwn = state.seen.isDirty || state.phase !== "settled";
  const hasMoved = changed && isOwn && state.seen.baseVersion !== published.latestVersion;
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
        <ClashNotice key={path.join(".")} kind={kind} path={path} draft={draft} />
      ))}
      {hasMoved && <MovedNotice {...props} />}
      <OthersNotice kind={kind} id={published.id} />
    </div>
  );
}

/** Names the users who also have a draft. The content of their drafts is private. */
function OthersNotice({ kind, id }: { kind: VersionedKind; id: string }) {
  const client = useClient();
  const { dataHost } = useServices();
  // The routes are known once the data host is known.
  const isKnown = useDataHost() !== undefined;
  const route: PlatformRouteName = `listOther${kind.name}Drafts`;
  const { data: drafts } = useQuery({
    queryKey: versionKeys.othersDrafts(kind.path, id),
    queryFn: ({ signal }) => versionCalls(client, kind.path).listOtherDrafts({ id, signal }),
    enabled: isKnown && dataHost.offers(route),
  });
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
function ClashNotice({ kind, path, draft: { state, store } }: { kind: VersionedKind; path: FieldPath; draft: AnyDraft }) {
  const { t } = useTranslation();
  const labelOf = kind.useLabel();
  const dotted = path.join(".");
  const parts = configDiff(valueAt(state.seen.config, path), valueAt(state.config, path), dotted);
  const [only] = parts.length === 1 ? parts : [];
  const nameOf = (field: string) => labelOf(field, state.config) ?? field;
  const name = nameOf(only?.path ?? dotted);
  return (
    <Alert color="yellow" variant="outline" role="group" aria-label={t("editor.clash", { field: name })}>
      <Text fw={550}>{t("editor.clash", { field: name })}</Text>
      <Text>{t("editor.clashBody")}</Text>
      <div className={classes.sides}>
        {(["yours", "theirs"] as const).map((side) => (
          <section key={side} className={classes.side} aria-label={t(`editor.clashSides.${side}`)}>
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
    <pre className={classes.value}>
      {lines.map((line) => (line.kind === "skipped" ? t("editor.linesSkipped", { count: line.count }) : line.text)).join("\n")}
    </pre>
  );
}

/** Another version was published while this one is edited. The draft is kept in any case; publishing it asks again. */
function MovedNotice({ kind, published, draft, onCompare }: DraftNoticesProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [keptOver, keepOver] = useState<string>();
  const { id, latestVersion } = published;
  if (latestVersion === undefined || keptOver === latestVersion) return null;
  const base = draft.state.seen.baseVersion;
  const see = () => {
    // The cached list is older than the version.
    void queryClient.invalidateQueries({ queryKey: versionKeys.versions(kind.path, id) });
    onCompare({ from: base, to: latestVersion });
  };
  return (
    <Alert color="yellow" variant="outline">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={550}>
            <WhoPublished kind={kind} id={id} current={latestVersion} base={base} />
          </Text>
          <Text>{t("editor.movedBody", { current: latestVersion })}</Text>
        </div>
        <Group gap={8}>
          <Button size="compact-sm" onClick={see}>
            {t("editor.seeChanges")}
          </Button>
          <Button size="compact-sm" onClick={() => keepOver(latestVersion)}>
            {t("editor.keepMine")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

interface WhoPublishedProps {
  kind: VersionedKind;
  id: string;
  current: string;
  base: string;
}

function WhoPublished({ kind, id, current, base }: WhoPublishedProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { data: author } = useQuery(versionAuthorQuery(useClient(), kind, id, current));
  const name = useMemberName(author);
  const versions = { current, base };
  if (session.kind === "signed-in" && author === session.user.id) return t("editor.movedByYou", versions);
  return name === undefined ? t("editor.moved", versions) : t("editor.movedBy", { name, ...versions });
}
