import { Autocomplete, type AutocompleteProps, type OptionsFilter, TextInput } from "@mantine/core";
import classes from "./suggested-name.module.css";

/** Maximum shown names. An account may have thousands of voices; typing finds the others. */
const SHOWN_MAX = 200;

/**
 * Filters by the typed text: a name matches by itself or by its note. All names are shown while the text is a chosen name, and when no name matches.
 */
const matchingIn =
  (notes: Readonly<Record<string, string>>): OptionsFilter =>
  ({ options, search }) => {
    const typed = search.trim().toLowerCase();
    const matching = options.filter(
      (option) =>
        "value" in option && [option.value, notes[option.value] ?? ""].some((text) => text.toLowerCase().includes(typed)),
    );
    const isChosen = matching.some((option) => "value" in option && option.value === search);
    return isChosen || matching.length === 0 ? options : matching;
  };

export type SuggestedNameProps = Pick<AutocompleteProps, "label" | "value" | "name" | "error"> & {
  names: readonly string[];
  /** Notes beside names. */
  notes?: Readonly<Record<string, string>>;
  onChange: (name: string) => void;
};

/** A text field for a name at a provider, with suggestions where there are some. */
export function SuggestedName({ names, notes = {}, onChange, ...props }: SuggestedNameProps) {
  if (names.length === 0) return <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />;
  const note = notes[props.value ?? ""];
  return (
    <Autocomplete
      {...props}
      data={[...names]}
      filter={matchingIn(notes)}
      limit={SHOWN_MAX}
      onChange={onChange}
      description={note}
      renderOption={({ option: { value } }) => (
        <span className={classes.option}>
          <span className={classes.name}>{value}</span>
          {notes[value] !== undefined && <span className={classes.note}>{notes[value]}</span>}
        </span>
      )}
    />
  );
}
