import { Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./form.module.css";

interface AddFieldProps {
  fields: readonly { name: string; label: string; isRefused?: boolean }[];
  onAdd: (name: string) => void;
  /** Name of the section that gets the field; none for the whole form. */
  to: string | undefined;
}

/** The fields that can be added to the form. */
export function AddField({ fields, onAdd, to }: AddFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      // A new key clears the search text after a field was added.
      key={fields.length}
      className={classes.add ?? ""}
      variant="unstyled"
      aria-label={to === undefined ? t("resource.form.addField") : t("resource.form.addFieldTo", { name: to })}
      placeholder={t("resource.form.addField")}
      leftSection={<IconPlus size={15} aria-hidden="true" />}
      rightSection={<span />}
      comboboxProps={{ width: 300, position: "bottom-start" }}
      maxDropdownHeight={320}
      searchable
      nothingFoundMessage={t("resource.form.noSuchField")}
      data={fields.map(({ name, label, isRefused = false }) => ({ value: name, label, disabled: isRefused }))}
      value={null}
      onChange={(name) => name !== null && onAdd(name)}
    />
  );
}
