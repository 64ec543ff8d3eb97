import { Button, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { CardHead, CardList } from "../../kit/CardList.tsx";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { SEARCH_DELAY_MS } from "../../resource/use-choices.ts";
import { campaignKeys } from "./campaign-keys.ts";
import { useCampaignStep } from "./campaign-queries.ts";
import { Pages } from "./Pages.tsx";

const PAGE_ROWS = 20;

/** The numbers that the organization does not call. */
export function DoNotCallDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const client = useClient();
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const [page, setPage] = useState(1);
  const query = { limit: PAGE_ROWS, page, ...(asked !== "" && { search: asked }) };
  const listed = useQuery({
    queryKey: [...campaignKeys.doNotCall, query],
    queryFn: ({ signal }) => client.doNotCall.list({ query, signal }),
    placeholderData: keepPreviousData,
  }).data;
  const numbers = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const add = useCampaignStep((using, lines: string[]) => using.doNotCall.add({ body: { numbers: lines } }));
  const remove = useCampaignStep((using, id: string) => using.doNotCall.remove({ id }));
  const leaveEmptyPage = () => {
    if (listed?.results.length === 1) setPage(Math.max(1, page - 1));
  };
  const wrong = add.data?.errors ?? [];
  return (
    <Modal opened onClose={onClose} title={t("campaign.doNotCall.title")}>
      <Stack>
        <Text>{t("campaign.doNotCall.what")}</Text>
        <Textarea
          label={t("campaign.doNotCall.add")}
          description={t("campaign.doNotCall.addHelp")}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          variant="filled"
          loading={add.isPending}
          disabled={numbers.length === 0}
          onClick={() =>
            add.mutate(numbers, { onSuccess: ({ errors }) => setText(errors.map(({ number }) => number).join("\n")) })
          }
        >
          {t("campaign.doNotCall.add")}
        </Button>
        <Failure>
          {wrong.length > 0 &&
            t("campaign.doNotCall.wrong", { rows: wrong.map(({ number, reason }) => `${number} ${reason}`).join("; ") })}
        </Failure>
        <TextInput
          label={t("campaign.doNotCall.search")}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPage(1);
          }}
        />
        {listed?.results.length === 0 && (
          <Text c="dimmed">{t(asked === "" ? "campaign.doNotCall.none" : "campaign.progress.none")}</Text>
        )}
        <CardList label={t("campaign.doNotCall.listed")} items={listed?.results ?? []}>
          {({ id, number }) => (
            <CardHead>
              <span className="num">{number ?? t("campaign.doNotCall.erased")}</span>
              <CrossButton
                variant="default"
                aria-label={t("campaign.doNotCall.remove", { number: number ?? t("campaign.doNotCall.erased") })}
                onClick={() => remove.mutate(id, { onSuccess: leaveEmptyPage })}
              />
            </CardHead>
          )}
        </CardList>
        <Pages total={listed?.metadata.totalPages ?? 1} page={page} onChange={setPage} />
      </Stack>
    </Modal>
  );
}
