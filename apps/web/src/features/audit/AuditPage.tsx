import type { Client } from "@callwright/client";
import { type AuditEvent, LIST_LIMIT } from "@callwright/contract";
import { ActionIcon, Button, Modal, Select } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconInfoCircle } from "@tabler/icons-react";
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { membersQuery } from "../../data/org-queries.ts";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { memberName } from "../../data/use-member-name.ts";
import { CopyId } from "../../kit/CopyId.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Fact } from "../../kit/Fact.tsx";
import { Instant } from "../../kit/Instant.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { DataTable } from "../../kit/table/DataTable.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useMinute } from "../../kit/use-now.ts";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { useDeviceName } from "../../kit/user-agent.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import classes from "./audit.module.css";
import { type AuditSearch, auditSearch } from "./audit-search.ts";
import { knownActions, plainSentence, sentenceOf } from "./audit-sentence.ts";
import { targetPlace } from "./audit-target.ts";

const route = getRouteApi("/shell/settings/audit");

/** Settings → Audit log: who did what in the organization, when and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  return (
    <div className={list.page}>
      <PageHeader title={t("audit.title")} />
      <p className={classes.intro}>{t(org.role === "admin" ? "audit.intro" : "audit.adminsOnly")}</p>
      {org.role === "admin" && <AuditLog />}
    </div>
  );
}

function AuditLog() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  // Only the keys that the filter knows.
  const filter = auditSearch({ ...route.useSearch() });
  const [openedId, setOpenedId] = useState<string>();
  const { data, error, isPending, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(
    auditQuery(useClient(), useSignedIn().org.id, filter),
  );
  const events = useMemo(() => data?.pages.flat() ?? [], [data]);
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = data !== undefined && events.length === 0;
  const opened = events.find(({ id }) => id === openedId);
  if (isEmpty && !isFiltered) return <EmptyNote title={t("audit.empty")} body={t("audit.emptyBody")} />;
  return (
    <>
      <div className={list.tools}>
        <AuditFilters filter={filter} events={events} onChange={(search) => void navigate({ search, replace: true })} />
        <span className={list.count} role="status">
          {isPending ? t("audit.loading") : t(hasNextPage ? "audit.countMore" : "audit.count", { count: events.length })}
        </span>
      </div>
      <QueryState
        query={{ error, isPending, refetch: fetchNextPage }}
        failed={(reason) => t(data ? "audit.moreFailed" : "audit.loadFailed", { reason })}
      />
      {events.length > 0 && <AuditTable events={events} onNearEnd={readOn} onOpen={setOpenedId} />}
      {isEmpty && (
        <EmptyNote
          title={t("audit.noMatch")}
          action={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t("audit.clearFilters")}</Button>}
        />
      )}
      {opened && <AuditDetails event={opened} onClose={() => setOpenedId(undefined)} />}
    </>
  );
}

interface PageParam {
  limit: number;
  /** Id of the last event of the page before. */
  cursor?: string;
}

/** The events of a filter, newest first: a small first page for a fast screen, then the largest the platform gives. */
function auditQuery(client: Client, orgId: string, filter: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ["audit", orgId, filter] as const,
    initialPageParam: { limit: LIST_LIMIT.default } as PageParam,
    queryFn: ({ pageParam, signal }) => client.auditEvents.list({ id: orgId, query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: (page: AuditEvent[], _pages, { limit }) => {
      const last = page.at(-1);
      return last && page.length >= limit ? { limit: LIST_LIMIT.max, cursor: last.id } : undefined;
    },
  });
}

/** One event with all its fields. */
function AuditDetails({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const format = useFormat();
  const { createdAt, actor, actorId, actorName, action, targetId, targetName, reason, ipAddress, userAgent, requestId } = event;
  const idOf = (id: string, name: string) => <CopyId id={id} label={t("audit.copyId", { name })} />;
  return (
    <Modal opened onClose={onClose} title={plainSentence(event, t)}>
      <dl className={classes.facts}>
        <Fact name={t("audit.fields.when")}>
          <time dateTime={createdAt}>{format.dateTimeSeconds(createdAt)}</time>
          <span className={classes.dim}>{format.utc(createdAt)}</span>
        </Fact>
        <Fact name={t("audit.fields.who")}>
          {actorName} {idOf(actorId, actorName)}
          <span className={classes.dim}>{t(`audit.actorKinds.${actor}`)}</span>
        </Fact>
        <Fact name={t("audit.fields.action")}>
          <span className="mono">{action}</span>
        </Fact>
        {targetId !== undefined && (
          <Fact name={t("audit.fields.target")}>
            {targetName} {idOf(targetId, t("audit.fields.target"))}
          </Fact>
        )}
        {reason && <Fact name={t("audit.fields.reason")}>{reason}</Fact>}
        {ipAddress && (
          <Fact name={t("audit.fields.address")}>
            <span className="mono">{ipAddress}</span>
          </Fact>
        )}
        {userAgent && <Fact name={t("audit.fields.userAgent")}>{userAgent}</Fact>}
        {requestId && <Fact name={t("audit.fields.requestId")}>{idOf(requestId, t("audit.fields.requestId"))}</Fact>}
      </dl>
    </Modal>
  );
}

interface AuditFiltersProps {
  filter: AuditSearch;
  /** The people in the loaded events. Some may have left the organization. */
  events: readonly AuditEvent[];
  onChange: (filter: AuditSearch) => void;
}

function AuditFilters({ filter, events, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const members = useQuery(membersQuery(useClient(), useSignedIn().org.id)).data;
  const actions = useMemo(() => knownActions(t), [t]);
  const actors = useMemo(() => {
    const known = new Map(members?.map((member) => [member.id, memberName(member)]));
    for (const { actor, actorId, actorName } of events) {
      if (!known.has(actorId)) known.set(actorId, t(`audit.actors.${actor}`, { name: actorName }));
    }
    return [...known].map(([value, label]) => ({ value, label }));
  }, [members, events, t]);
  const choose = (name: keyof AuditSearch, value: string | null) => {
    const { [name]: _, ...rest } = filter;
    onChange(value === null ? rest : { ...rest, [name]: value });
  };
  return (
    <>
      <Select
        aria-label={t("audit.who")}
        placeholder={t("audit.anybody")}
        searchable
        clearable
        data={withValue(actors, filter.actorId)}
        value={filter.actorId ?? null}
        onChange={(value) => choose("actorId", value)}
      />
      <Select
        aria-label={t("audit.what")}
        placeholder={t("audit.anything")}
        searchable
        clearable
        comboboxProps={{ width: 320, position: "bottom-start" }}
        data={withValue(actions, filter.action)}
        value={filter.action ?? null}
        onChange={(value) => choose("action", value)}
      />
    </>
  );
}

/** The address may have a value that is not among the choices. */
function withValue(choices: { value: string; label: string }[], value: string | undefined) {
  if (value === undefined || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: value }];
}

/** As in audit.module.css: on a narrow screen a row has two lines. */
const ROW_HEIGHT_PX = { wide: 36, narrow: 56 };

interface AuditTableProps {
  events: readonly AuditEvent[];
  onNearEnd: () => void;
  onOpen: (id: string) => void;
}

function AuditTable({ events, onNearEnd, onOpen }: AuditTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const deviceName = useDeviceName();
  const nowMs = useMinute();
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const who = ({ actor, actorName }: AuditEvent) => t(`audit.actors.${actor}`, { name: actorName });
  const from = ({ ipAddress, userAgent }: AuditEvent) => [ipAddress, deviceName(userAgent)].filter(Boolean).join(" · ");
  const sentence = (event: AuditEvent) => plainSentence(event, t);
  return (
    <DataTable
      label={t("audit.title")}
      rows={events}
      rowHeightPx={isNarrow ? ROW_HEIGHT_PX.narrow : ROW_HEIGHT_PX.wide}
      styles={classes}
      onNearEnd={onNearEnd}
      columns={[
        {
          id: "when",
          label: t("audit.when"),
          cell: ({ createdAt }) => <Instant iso={createdAt}>{format.dateTimeSeconds(createdAt)}</Instant>,
        },
        { id: "who", label: t("audit.who"), title: who, cell: who },
        {
          id: "what",
          label: t("audit.what"),
          title: sentence,
          cell: (event) => (
            <>
              <What event={event} />
              <span className={classes.second}>
                {who(event)} · {format.age(event.createdAt, nowMs)}
              </span>
            </>
          ),
        },
        { id: "from", label: t("audit.from"), title: from, cell: from },
      ]}
      actions={(event) => (
        <ActionIcon aria-label={t("audit.detailsOf", { sentence: sentence(event) })} onClick={() => onOpen(event.id)}>
          <IconInfoCircle size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    />
  );
}

/** The sentence. Its target is a link if the target has a page. */
function What({ event }: { event: AuditEvent }) {
  const { t } = useTranslation();
  const { before, after, hasTarget } = sentenceOf(event.action, t);
  if (!hasTarget) return <>{before}</>;
  const { targetId, targetName } = event;
  const name = targetName ?? (targetId && <span className="mono">{targetId.slice(0, 8)}</span>);
  const place = targetPlace(event);
  return (
    <>
      {before}
      {place ? (
        <Link to="/$resource/$id" params={place} className={classes.target}>
          {name}
        </Link>
      ) : (
        <span className={classes.target}>{name}</span>
      )}
      {after}
    </>
  );
}
