import { ActionIcon, Button, Group, Input, Switch, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../resource/form/field-props.ts";
import { useForm } from "../../resource/form/form-context.ts";
import { useField } from "../../resource/form/use-field.ts";
import classes from "./organization.module.css";

/** Named feature flags, on or off. */
export function FeatureFlags(field: FieldProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { label, help, error } = useField(field);
  const [name, setName] = useState("");
  const flags = (field.value ?? {}) as Record<string, boolean>;
  const write = (next: Record<string, boolean>) => field.onChange(Object.keys(next).length > 0 ? next : undefined);
  const added = name.trim();
  const add = () => {
    if (added === "") return;
    write({ ...flags, [added]: true });
    setName("");
  };
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={error}
      labelElement="div"
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      {Object.entries(flags).map(([flag, isOn]) => (
        <div key={flag} className={classes.flag}>
          <Switch
            label={flag}
            disabled={isReadOnly}
            checked={isOn}
            onChange={(event) => write({ ...flags, [flag]: event.currentTarget.checked })}
          />
          {!isReadOnly && (
            <ActionIcon
              aria-label={t("organization.removeFlag", { name: flag })}
              onClick={() => write(Object.fromEntries(Object.entries(flags).filter(([each]) => each !== flag)))}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {isReadOnly ? (
        Object.keys(flags).length === 0 && <p className={classes.intro}>{t("organization.noFlags")}</p>
      ) : (
        <Group gap={8} mt={6} wrap="nowrap">
          <TextInput
            className={classes.flagName ?? ""}
            aria-label={t("organization.flagName")}
            placeholder={t("organization.flagName")}
            maxLength={FLAG_NAME_MAX_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={addByEnter}
          />
          <Button leftSection={<IconPlus size={14} aria-hidden="true" />} disabled={added === ""} onClick={add}>
            {t("organization.addFlag")}
          </Button>
        </Group>
      )}
    </Input.Wrapper>
  );
}

/** As the contract has it. */
const FLAG_NAME_MAX_CHARACTERS = 200;
