import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { type VariableTexts, variableValues } from "./template-variables.ts";
import { useVariableMemory } from "./use-variable-memory.ts";

interface VariablesDialogProps {
  /** The id of the assistant, squad or workflow. The browser remembers its last values. */
  ownerId: string;
  names: readonly string[];
  /** Label of the submit button. */
  action: string;
  /** Why values are needed. Default: the prompt or the first message uses them. */
  reason?: string | undefined;
  onStart: (variableValues: Record<string, unknown>) => void;
  onClose: () => void;
}

/** Asks for the variables that only a call or chat can set. The last values are filled in. */
export function VariablesDialog({ ownerId, names, action, reason, onStart, onClose }: VariablesDialogProps) {
  const { t } = useTranslation();
  const [remembered, remember] = useVariableMemory(ownerId);
  const [texts, setTexts] = useState<VariableTexts>(() =>
    Object.fromEntries(names.map((name) => [name, remembered[name] ?? ""])),
  );
  const start = () => {
    remember({ ...remembered, ...texts });
    onStart(variableValues(texts));
  };
  return (
    <FormDialog title={t("editor.variablesTitle")} action={action} onClose={onClose} onSubmit={start}>
      <Text c="dimmed">{reason ?? t("editor.variablesBody")}</Text>
      {names.map((name, index) => (
        <TextInput
          key={name}
          label={<span className="mono">{name}</span>}
          autoComplete="off"
          value={texts[name] ?? ""}
          onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value })}
          {...(index === 0 ? { "data-autofocus": true } : {})}
        />
      ))}
    </FormDialog>
  );
}
