import { Autocomplete, type AutocompleteProps, type OptionsFilter, TextInput } from "@mantine/core";

/** All names once one is chosen; otherwise those that match the typed text. */
const allForChosen: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const matching = options.filter((option) => "value" in option && option.value.toLowerCase().includes(typed));
  return matching.some((option) => "value" in option && option.value === search) ? options : matching;
};

type SuggestedNameProps = Pick<AutocompleteProps, "label" | "value" | "name" | "error"> & {
  names: readonly string[];
  onChange: (name: string) => void;
};

/** A text field for a name at a provider, with suggestions where there are some. */
export function SuggestedName({ names, onChange, ...props }: SuggestedNameProps) {
  if (names.length === 0) return <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <Autocomplete {...props} data={[...names]} filter={allForChosen} onChange={onChange} />;
}
