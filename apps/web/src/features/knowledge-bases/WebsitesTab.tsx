import type { KnowledgeBase, Website } from "@callwright/contract";
import { Anchor, Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { rememberBusyEntity } from "../../resource/resource-queries.ts";
import { useMay } from "../../resource/use-may.ts";
import classes from "./websites-tab.module.css";

/** The web pages of a knowledge base, and whether they could be read. */
export function WebsitesTab({ entity }: { entity: KnowledgeBase }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const queryClient = useQueryClient();
  const may = useMay({ name: "KnowledgeBase" });
  const again = useMutation({
    mutationFn: () => client.knowledgeBases.readWebsites({ id: entity.id }),
    onSuccess: (changed) => rememberBusyEntity(queryClient, "knowledge-bases", changed),
  });
  const websites = entity.provider === "trieve" ? (entity.websites ?? []) : [];
  if (websites.length === 0)
    return (
      <Text c="dimmed" className={classes.tab}>
        {t(entity.provider === "trieve" ? "websites.none" : "websites.ownServer")}
      </Text>
    );
  const isReading = again.isPending || websites.some(({ status }) => status === "reading");
  return (
    <div className={classes.tab}>
      <ul className={classes.pages} aria-label={t("knowledgeBases.tabs.websites")} aria-live="polite">
        {websites.map((website) => (
          <li key={website.id}>
            <Anchor href={website.url} target="_blank" rel="noreferrer" className={classes.address}>
              {website.url}
            </Anchor>
            <PageState website={website} />
          </li>
        ))}
      </ul>
      <Failure>{again.error && t("websites.againFailed", { reason: again.error.message })}</Failure>
      {dataHost.offers("readWebsites") && may("update") && (
        <Button variant="default" aria-disabled={isReading} onClick={() => !isReading && again.mutate()}>
          {t(isReading ? "websites.reading" : "websites.again")}
        </Button>
      )}
    </div>
  );
}

function PageState({ website: { status, failure = "", readAt, passageCount = 0 } }: { website: Website }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (status === "reading") return <Text c="dimmed">{t("websites.reading")}</Text>;
  const time = readAt === undefined ? "" : format.dateTimeSeconds(readAt);
  if (status === "ready") return <Text c="dimmed">{t("websites.ready", { count: passageCount, time })}</Text>;
  return (
    <Text c="red">
      {t("websites.failed", { reason: failure })} {passageCount > 0 && t("websites.earlier", { time })}
    </Text>
  );
}
