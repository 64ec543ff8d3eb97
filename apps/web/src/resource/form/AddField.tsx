import { Select } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./form.module.css";

interface AddFieldProps {
  fields: readonly { name: string; label: string }[];
  onAdd: (name: string) => void;
  /** Name of the part they would be in; none for the whole form. */
  to: string | undefined;
}

/** The fields an object may have beside those that are shown. Choosing one brings it into the form. */
export function AddField({ fields, onAdd, to }: AddFieldProps) {
  const { t } = useTranslation();
  return (
    <Select
      // Begins anew once a field was added: what was typed to find it is done with.
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
      data={fields.map(({ name, label }) => ({ value: name, label }))}
      value={null}
      onChange={(name) => name !== null && onAdd(name)}
    />
  );
}
