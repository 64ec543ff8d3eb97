import { Select, type SelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface ConnectSelectProps extends Pick<SelectProps, "data"> {
  label: string;
  onConnect: (to: string) => void;
}

/** Connects what is selected to another node, without the pointer. */
export function ConnectSelect({ label, data, onConnect }: ConnectSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="xs"
      searchable
      aria-label={label}
      placeholder={label}
      nothingFoundMessage={t("canvas.notFound")}
      data={data}
      value={null}
      onChange={(to) => to !== null && onConnect(to)}
    />
  );
}
