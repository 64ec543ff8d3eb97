import { Select, type SelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface ConnectSelectProps extends Pick<SelectProps, "data"> {
  label: string;
  onConnect: (to: string) => void;
}

/** A select that connects the selected node to another one, for people who use the keyboard. */
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
