import { createDownloads } from "@callwright/client";
import { EXPORT_LINK_DAYS } from "@callwright/contract";
import { Button, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices, useSession } from "../../../data/services.tsx";
import { OutboxHint } from "../../../kit/OutboxHint.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { type CallListFilter, callQueryOf } from "../call-list-search.ts";

const FORMATS = ["csv", "json"] as const;
type Format = (typeof FORMATS)[number];
/** Long enough to open the outbox. */
const SHOWN_MS = 10_000;

/** Downloads all calls of the filter, including those that are not loaded, or has a link to them sent by e-mail. */
export function ExportMenu({ filter }: { filter: CallListFilter }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const state = useSession();
  const email = state.kind === "signed-in" ? state.user.email : undefined;
  const showFailure = ({ message }: Error) =>
    notifications.show({ color: "red", message: t("calls.exportFailed", { reason: message }) });
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const response = await createDownloads(session.access).calls.export({ query: { ...callQueryOf(filter), format } });
      saveFile(await response.blob(), `calls.${format}`);
    },
    onError: showFailure,
  });
  const mail = useMutation({
    mutationFn: async (query: { format: Format; email: string }) =>
      createDownloads(session.access).calls.export({ query: { ...callQueryOf(filter), ...query, async: "true" } }),
    onSuccess: (_, { email }) =>
      notifications.show({
        message: (
          <>
            <Text style={{ overflowWrap: "anywhere" }}>{t("calls.exportMailed", { email, days: String(EXPORT_LINK_DAYS) })}</Text>
            <OutboxHint />
          </>
        ),
        autoClose: SHOWN_MS,
      }),
    onError: showFailure,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={download.isPending || mail.isPending}>{t("calls.export")}</Button>
      </Menu.Target>
      <Menu.Dropdown maw="calc(100vw - 24px)">
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => download.mutate(format)}>
            {t(`calls.exportAs.${format}`)}
          </Menu.Item>
        ))}
        {email !== undefined && (
          <>
            <Menu.Label style={{ overflowWrap: "anywhere" }}>{t("calls.exportTo", { email })}</Menu.Label>
            {FORMATS.map((format) => (
              <Menu.Item key={format} onClick={() => mail.mutate({ format, email })}>
                {t(`calls.exportByMail.${format}`)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
