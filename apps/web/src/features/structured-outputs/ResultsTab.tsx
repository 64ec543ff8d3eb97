import type { OutputOfCall, StructuredOutput } from "@callwright/contract";
import { Button, Group, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { humanName } from "../../kit/field-names.ts";
import { Scroller } from "../../kit/Scroller.tsx";
import { TabNote } from "../../kit/TabNote.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { DownloadButton } from "../../resource/DownloadButton.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import { resultsQuery } from "./output-queries.ts";
import classes from "./runs.module.css";

/** The results of all calls as a table, and as CSV. */
export function ResultsTab({ entity }: { entity: StructuredOutput }) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const isOffered = dataHost.offers("listOutputResults");
  const pages = useInfiniteQuery({ ...resultsQuery(useClient(), entity.id), enabled: isOffered });
  if (!isOffered) return <TabNote text={t("outputRuns.elsewhere")} />;
  if (!pages.data) return <QueryState query={pages} failed={(reason) => t("outputRuns.loadFailed", { reason })} />;
  const results = pages.data.pages.flatMap((page) => page.results);
  const total = pages.data.pages[0]?.metadata.totalItems ?? 0;
  if (results.length === 0) return <TabNote text={t("outputRuns.noResults")} />;
  return (
    <div className={classes.tab}>
      <Group justify="space-between">
        <Text>{t("outputRuns.results", { count: total })}</Text>
        <DownloadButton
          label={t("outputRuns.csv")}
          name={`${entity.name}.csv`}
          load={(downloads) => downloads.structuredOutputs.exportOutputResults({ id: entity.id })}
        />
      </Group>
      <ResultTable entity={entity} results={results} />
      {pages.hasNextPage && (
        <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t("outputRuns.more")}
        </Button>
      )}
    </div>
  );
}

function ResultTable({ entity: { schema, name }, results }: { entity: StructuredOutput; results: readonly OutputOfCall[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fields = schema.type === "object" ? Object.keys(schema.properties ?? {}) : [];
  const cellsOf = ({ result, error }: OutputOfCall) => {
    if (error !== undefined) return [<span key="error">{error}</span>];
    const values = fields.length > 0 ? fields.map((field) => (result as Record<string, unknown> | null)?.[field]) : [result];
    return values.map(textOf);
  };
  return (
    <Scroller>
      <Table aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("outputRuns.call")}</Table.Th>
            <Table.Th>{t("outputRuns.assistant")}</Table.Th>
            {(fields.length > 0 ? fields : [t("outputRuns.result")]).map((field) => (
              <Table.Th key={field}>{humanName(field)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((result) => {
            const cells = cellsOf(result);
            const span = result.error === undefined ? 1 : Math.max(1, fields.length);
            return (
              <Table.Tr key={result.callId}>
                <Table.Td>
                  <Link to="/calls/$id" params={{ id: result.callId }} search={{ tab: "analysis" }} className={classes.call}>
                    <time dateTime={result.createdAt}>{format.dateTime(result.createdAt)}</time>
                  </Link>
                </Table.Td>
                <Table.Td>{result.assistantName}</Table.Td>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no identity but its column
                  <Table.Td key={index} colSpan={span} c={result.error === undefined ? undefined : "red"}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}
