import { ENDED_REASONS } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { explainEnd } from "./ended-words.ts";

interface Props {
  label: string;
  /** Label of the choice without a reason. */
  anyLabel: string;
  value: string | undefined;
  /** Reasons beside the common ones, such as those that name a provider. */
  others?: readonly string[];
  onChange: (reason: string | undefined) => void;
}

/** Why calls ended, in sentences. */
export function EndedReasonSelect({ label, anyLabel, value, others = [], onChange }: Props) {
  const reasons = new Set([...Object.values(ENDED_REASONS), ...others, ...(value === undefined ? [] : [value])]);
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      data={[
        { value: "", label: anyLabel },
        ...[...reasons].map((reason) => ({ value: reason, label: explainEnd(reason).sentence })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
