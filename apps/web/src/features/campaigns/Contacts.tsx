import { type Campaign, type CampaignContact, CONTACT_OUTCOMES, type ContactQuery } from "@callwright/contract";
import { Button, Group, Select, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import { SEARCH_DELAY_MS } from "../../resource/use-choices.ts";
import { contactsQuery } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";
import { Pages } from "./Pages.tsx";

const PAGE_ROWS = 25;

const STATES = ["pending", "retrying", "dispatched"] as const;
const FILTERS = [...STATES, ...CONTACT_OUTCOMES];
/** What became of somebody, or what is still to come. */
export type ContactFilter = (typeof FILTERS)[number];

interface ContactsProps {
  campaign: Campaign;
  filter?: ContactFilter | null;
  onFilter?: (filter: ContactFilter | null) => void;
}

/** The people of a campaign, page by page, each with what happened. */
export function Contacts({ campaign: { id, status }, filter = null, onFilter }: ContactsProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const [page, setPage] = useState(1);
  const [seen, setSeen] = useState(filter);
  if (seen !== filter) {
    setSeen(filter);
    setPage(1);
  }
  const query: Partial<ContactQuery> = {
    limit: PAGE_ROWS,
    page,
    ...(asked !== "" && { search: asked }),
    ...filterOf(filter),
  };
  const found = useQuery(contactsQuery(useClient(), id, query));
  if (!found.data) return <QueryState query={found} failed={(reason) => t("campaign.loadFailed", { reason })} />;
  const { results, metadata } = found.data;
  return (
    <>
      <Group>
        <TextInput
          aria-label={t("campaign.progress.search")}
          placeholder={t("campaign.progress.search")}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(1);
          }}
        />
        {onFilter && (
          <Select
            aria-label={t("campaign.progress.outcome")}
            placeholder={t("campaign.progress.all")}
            clearable
            data={FILTERS.map((value) => ({ value, label: t(`campaign.filter.${value}`) }))}
            value={filter}
            onChange={(value) => onFilter(FILTERS.find((each) => each === value) ?? null)}
          />
        )}
      </Group>
      {results.length === 0 ? (
        <Text c="dimmed">{t("campaign.progress.none")}</Text>
      ) : (
        <Rows contacts={results} isStarted={status !== "scheduled"} />
      )}
      <Pages total={metadata.totalPages} page={page} onChange={setPage} />
    </>
  );
}

function filterOf(filter: ContactFilter | null): Partial<Pick<ContactQuery, "status" | "outcome" | "called">> {
  if (filter === "pending" || filter === "retrying")
    return { status: "pending", called: filter === "retrying" ? "true" : "false" };
  if (filter === "dispatched") return { status: filter };
  return filter ? { outcome: filter } : {};
}

function Rows({ contacts, isStarted }: { contacts: readonly CampaignContact[]; isStarted: boolean }) {
  const { t } = useTranslation();
  const [openId, setOpenId] = useState<string>();
  const variables = [...new Set(contacts.flatMap((contact) => Object.keys(contact.variables)))];
  return (
    <Scroller>
      <Table aria-label={t("campaign.progress.contacts")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("campaign.people.fields.number")}</Table.Th>
            <Table.Th>{t("campaign.people.fields.name")}</Table.Th>
            {isStarted ? (
              <>
                <Table.Th>{t("campaign.progress.outcome")}</Table.Th>
                <Table.Th>{t("campaign.progress.reason")}</Table.Th>
                <Table.Th>{t("campaign.progress.attempts")}</Table.Th>
              </>
            ) : (
              variables.map((name) => <Table.Th key={name}>{name}</Table.Th>)
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contacts.map((contact) => (
            <Fragment key={contact.id}>
              <Table.Tr>
                <Table.Td className="num">
                  {isStarted ? (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-expanded={openId === contact.id}
                      onClick={() => setOpenId(openId === contact.id ? undefined : contact.id)}
                    >
                      {contact.number}
                    </Button>
                  ) : (
                    contact.number
                  )}
                </Table.Td>
                <Table.Td>{contact.name}</Table.Td>
                {isStarted ? (
                  <Outcome contact={contact} />
                ) : (
                  variables.map((name) => <Table.Td key={name}>{String(contact.variables[name] ?? "")}</Table.Td>)
                )}
              </Table.Tr>
              {openId === contact.id && (
                <Table.Tr>
                  <Table.Td colSpan={5}>
                    <Log contact={contact} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function Outcome({ contact: { status, outcome, reason, attempts, notBefore } }: { contact: CampaignContact }) {
  const { t } = useTranslation();
  const format = useFormat();
  const waits =
    status === "pending" && notBefore !== undefined ? t("campaign.progress.waits", { time: format.dayTime(notBefore) }) : "";
  return (
    <>
      <Table.Td>{outcome === undefined ? t(`campaign.status.${status}`) : t(`campaign.outcome.${outcome}`)}</Table.Td>
      <Table.Td>{reason ?? waits}</Table.Td>
      <Table.Td className="num">{attempts}</Table.Td>
    </>
  );
}

/** The history of one person, with links to the calls. */
function Log({ contact: { number, log } }: { contact: CampaignContact }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ol className={classes.log} aria-label={t("campaign.progress.log", { number })}>
      {log.map(({ at, what, outcome, detail, callId }) => (
        <li key={`${at} ${what}`}>
          <time dateTime={at}>{format.dateTimeSeconds(at)}</time> {t(`campaign.event.${what}`)}
          {outcome !== undefined && `: ${t(`campaign.outcome.${outcome}`)}`}
          {detail !== undefined && `. ${detail}`}{" "}
          {what === "called" && callId !== undefined && (
            <Link to="/calls/$id" params={{ id: callId }} className={classes.link}>
              {t("campaign.progress.openCall")}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
