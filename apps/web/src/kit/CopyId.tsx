import { UnstyledButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-id.module.css";
import { useCopy } from "./use-copy.ts";

/** A shortened id; a click copies it completely. A screen reader reads `label` after it. */
export function CopyId({ id, label }: { id: string; label: string }) {
  const { copy, copied } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <UnstyledButton className={classes.id} onClick={() => void copy(id)} title={id}>
      {id.slice(0, 4)}…{id.slice(-4)}
      <Icon size={13} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </UnstyledButton>
  );
}
