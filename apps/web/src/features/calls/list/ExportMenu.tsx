import { createDownloads } from "@callwright/client";
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../data/services.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { type CallListFilter, callQueryOf } from "../call-list-search.ts";

const FORMATS = ["csv", "json"] as const;
type Format = (typeof FORMATS)[number];

/** Downloads all calls of the filter, including those that are not loaded. */
export function ExportMenu({ filter }: { filter: CallListFilter }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const { exportCalls } = createDownloads(session.access);
      const response = await exportCalls({ query: { ...callQueryOf(filter), format } });
      saveFile(await response.blob(), `calls.${format}`);
    },
    onError: ({ message }) => notifications.show({ color: "red", message: t("calls.exportFailed", { reason: message }) }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button loading={download.isPending}>{t("calls.export")}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => download.mutate(format)}>
            {t(`calls.exportAs.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
