import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { late } from "../../kit/late.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { configDiff } from "./config-diff.ts";
import { versionConfig, versionListQuery } from "./version-queries.ts";
import type { AnyVersion, Published, VersionedKind } from "./versioned-kind.ts";
import classes from "./versions-tab.module.css";

const RestoreDialog = late(async () => (await import("./RestoreDialog.tsx")).RestoreDialog);

/** The compared versions, in the address. */
export interface VersionPair {
  from?: string | undefined;
  to?: string | undefined;
}

interface VersionsTabProps {
  kind: VersionedKind;
  published: Published;
  mayEdit: boolean;
  pair: VersionPair;
  onPair: (pair: VersionPair) => void;
}

/** The published versions, a comparison of any two, and restoring an older one. */
export function VersionsTab({ kind, published, mayEdit, pair, onPair }: VersionsTabProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery(versionListQuery(useClient(), kind, published.id));
  const [restored, setRestored] = useState<AnyVersion>();
  const failure = useShownError(list.error);
  const versions = list.data ?? [];
  const live = versions.find(({ version }) => version === published.latestVersion);
  return (
    <div className={classes.tab}>
      <Failure>{failure && t("versions.loadFailed", { reason: failure.message })}</Failure>
      {list.isPending && !list.error && <PageSkeleton />}
      {list.data?.length === 0 && <EmptyNote title={t("versions.empty")} body={t("versions.emptyBody")} />}
      {versions.length > 0 && (
        <div className={classes.columns}>
          <div>
            <VersionTable
              latest={published.latestVersion}
              versions={versions}
              onCompare={onPair}
              onRestore={mayEdit ? setRestored : undefined}
            />
            {list.hasNextPage && (
              <Button mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t("versions.more")}
              </Button>
            )}
          </div>
          <Comparison kind={kind} versions={versions} pair={pair} onPair={onPair} />
        </div>
      )}
      {restored && live && (
        <RestoreDialog kind={kind} id={published.id} live={live} version={restored} onClose={() => setRestored(undefined)} />
      )}
    </div>
  );
}

interface VersionTableProps {
  latest: string | undefined;
  versions: readonly AnyVersion[];
  onCompare: (pair: VersionPair) => void;
  /** Undefined if the user may not restore. */
  onRestore: ((version: AnyVersion) => void) | undefined;
}

function VersionTable({ latest, versions, onCompare, onRestore }: VersionTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      kind="plain"
      label={t("versions.list")}
      rows={versions}
      className={classes.table}
      columns={[
        {
          id: "version",
          label: t("versions.version"),
          isRowHeader: true,
          cell: ({ version, status, gateFailure }) => (
            <>
              {version} {version === latest && <Pill kind="accent">{t("versions.live")}</Pill>}
              {status === "candidate" && <Pill kind="warn">{t("versions.candidate")}</Pill>}
              {status === "rejected" && <Pill kind="bad">{t("versions.rejected")}</Pill>}
              {gateFailure !== undefined && (
                <Text size="xs" c="dimmed">
                  {gateFailure}
                </Text>
              )}
            </>
          ),
        },
        {
          id: "published",
          label: t("versions.published"),
          cell: ({ createdAt }) => <Instant iso={createdAt} />,
        },
        {
          id: "actions",
          label: t("resource.actions"),
          isLabelHidden: true,
          className: classes.actions,
          cell: (each) => (
            <Group gap={6} justify="flex-end">
              <Button
                size="compact-sm"
                disabled={each.parentVersion === undefined}
                aria-label={t("versions.compareNamed", { version: each.version })}
                onClick={() => onCompare({ from: each.parentVersion, to: each.version })}
              >
                {t("versions.compare")}
              </Button>
              {onRestore && each.version !== latest && wasLive(each) && (
                <Button
                  size="compact-sm"
                  aria-label={t("versions.restoreNamed", { version: each.version })}
                  onClick={() => onRestore(each)}
                >
                  {t("versions.restore")}
                </Button>
              )}
            </Group>
          ),
        },
      ]}
    />
  );
}

/** A version that never was live is not restored: it would have to pass its suites. */
const wasLive = ({ status }: AnyVersion): boolean => status !== "candidate" && status !== "rejected";

interface ComparisonProps extends Pick<VersionsTabProps, "kind" | "pair" | "onPair"> {
  versions: readonly AnyVersion[];
}

/** Compares two loaded versions. Default: the newest with its predecessor. */
function Comparison({ kind, versions, pair: asked, onPair }: ComparisonProps) {
  const { t } = useTranslation();
  const labelOf = kind.useLabel();
  const to = versions.find(({ version }) => version === asked.to) ?? versions[0];
  const from = versions.find(({ version }) => version === asked.from) ?? versions[1] ?? to;
  const changes = useMemo(() => (from && to ? configDiff(versionConfig(from), versionConfig(to)) : []), [from, to]);
  if (!from || !to || versions.length < 2) return null;
  const choose = (end: "from" | "to") => (event: { currentTarget: { value: string } }) =>
    onPair({ from: from.version, to: to.version, [end]: event.currentTarget.value });
  const names = versions.map(({ version }) => version);
  const pair = { from: from.version, to: to.version };
  return (
    <section aria-label={t("versions.differences", pair)} className={classes.comparison}>
      <Group gap="sm">
        <NativeSelect label={t("versions.from")} data={names} value={from.version} onChange={choose("from")} />
        <NativeSelect label={t("versions.to")} data={names} value={to.version} onChange={choose("to")} />
      </Group>
      {changes.length > 0 ? (
        <ChangeList changes={changes} labelOf={(path) => labelOf(path, versionConfig(to))} />
      ) : (
        <p>{t("versions.same", pair)}</p>
      )}
    </section>
  );
}
