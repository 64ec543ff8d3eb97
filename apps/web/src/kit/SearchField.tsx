import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./list-page.module.css";

interface SearchFieldProps {
  /** "Search squads". */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** Filters a list by text. The key `/` focuses it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      className={classes.search ?? ""}
      aria-label={label}
      placeholder={label}
      aria-keyshortcuts="/"
      leftSection={<IconSearch size={15} aria-hidden="true" />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
