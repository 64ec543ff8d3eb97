import { ASSISTANT_DEFAULTS, SOUND_FILE } from "@callwright/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { useField } from "../../../resource/form/use-field.ts";

const NAMED = ["off", "office"] as const;
const OWN = "url";
const CHOICES = [...NAMED, OWN] as const;

const { maxBytes, maxSeconds } = SOUND_FILE;

/** The background sound: off, one that comes with the server, or the address of a sound file. */
export function SoundField(field: FieldProps) {
  const { t } = useTranslation();
  const { name, label, help, error } = useField(field);
  const value = typeof field.value === "string" ? field.value : undefined;
  const isNamed = NAMED.some((each) => each === value);
  // Chosen, and not yet typed.
  const [isTyping, setTyping] = useState(false);
  const isOwn = isTyping || (value !== undefined && !isNamed);
  const { backgroundSound: byDefault } = ASSISTANT_DEFAULTS;
  return (
    <>
      <NativeSelect
        label={label}
        description={help}
        name={isOwn ? `${name}.kind` : name}
        error={isOwn ? undefined : error}
        data={[
          { value: "", label: t("advanced.sound.default", { sound: t(`advanced.sound.${byDefault}`) }) },
          ...CHOICES.map((each): { value: string; label: string } => ({ value: each, label: t(`advanced.sound.${each}`) })),
        ]}
        value={isOwn ? OWN : (value ?? "")}
        onChange={({ currentTarget: { value: chosen } }) => {
          setTyping(chosen === OWN);
          field.onChange(chosen === OWN || chosen === "" ? undefined : chosen);
        }}
      />
      {isOwn && (
        <TextInput
          label={t("advanced.sound.address")}
          description={t("advanced.sound.addressHint", { maxMb: String(maxBytes / 1024 / 1024), maxSeconds: String(maxSeconds) })}
          type="url"
          name={name}
          error={error}
          value={isNamed ? "" : (value ?? "")}
          onChange={({ currentTarget: { value: typed } }) => {
            setTyping(true);
            field.onChange(typed === "" ? undefined : typed);
          }}
        />
      )}
    </>
  );
}
