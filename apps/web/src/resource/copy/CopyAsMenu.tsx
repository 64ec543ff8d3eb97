import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCode } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDataHost } from "../../data/services.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import classes from "./copy-as.module.css";
import { COPY_FORMATS, type CopyFormat, copyAs, type ShownRequest } from "./copy-as.ts";

/** Only its icon is shown on phones. */
const COLLAPSING = { root: classes.collapsing ?? "", section: classes.icon ?? "", label: classes.label ?? "" };

type CopiedRequest = Omit<ShownRequest, "baseUrl">;

/** Copies an API request. */
export function useCopyFormat(request: CopiedRequest) {
  const { t } = useTranslation();
  const { copy } = useCopy();
  const { enabled, url } = useDataHost() ?? {};
  const baseUrl = enabled && url ? url : window.location.origin;
  return async (format: CopyFormat) => {
    const text = copyAs(format, { baseUrl, ...request });
    if (!(await copy(text))) return;
    notifications.show({ message: t("editor.copiedAs", { format: t(`editor.copyFormats.${format}`) }) });
  };
}

/** Copies the editor's content as an API request. */
export function CopyAsMenu({ request }: { request: CopiedRequest }) {
  const { t } = useTranslation();
  const copyFormat = useCopyFormat(request);
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconCode size={16} aria-hidden="true" />} classNames={COLLAPSING}>
          {t("editor.copyAs")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {COPY_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void copyFormat(format)}>
            {t(`editor.copyFormats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
