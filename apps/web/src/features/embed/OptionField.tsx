import { WIDGET_OPTIONS, type WidgetOption } from "@callwright/widget/options";
import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./embed.module.css";
import { defaultValue, type StudioOption } from "./embed-options.ts";
import { isColor } from "./read-color.ts";

interface Props {
  name: StudioOption;
  /** Absent: the default. */
  value: string | boolean | undefined;
  onChange(value: string | boolean): void;
}

/** Texts that may be longer than a line. */
const LONG = new Set<StudioOption>(["consentContent"]);

/** The format of the browser's color picker; other formats can be typed. */
const HEX = /^#[\da-f]{6}$/i;

/** The control of one option. An empty text resets to the default. */
export function OptionField({ name, value, onChange }: Props) {
  const { t } = useTranslation();
  const option: WidgetOption = WIDGET_OPTIONS[name];
  const label = t(`embed.fields.${name}`);
  const standard = defaultValue(name);
  if (option.kind === "flag") {
    return <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (option.kind === "choice") {
    const values: Partial<Record<string, Partial<Record<string, string>>>> = t("embed.values", { returnObjects: true });
    return (
      <Select
        label={label}
        data={option.values.map((one) => ({ value: one, label: values[name]?.[one] ?? one }))}
        allowDeselect={false}
        value={String(value ?? standard)}
        onChange={(chosen) => chosen && onChange(chosen)}
      />
    );
  }
  const text = typeof value === "string" ? value : "";
  if (option.kind === "text" && option.isColor) {
    return (
      <TextInput
        label={label}
        placeholder={String(standard)}
        value={text}
        error={isColor(text) ? undefined : t("embed.notAColor")}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            aria-label={t("embed.pickColor", { label })}
            value={HEX.test(text) ? text : HEX.test(String(standard)) ? String(standard) : "#ffffff"}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
      />
    );
  }
  const shared = { label, placeholder: String(standard), value: text };
  return LONG.has(name) ? (
    <Textarea {...shared} autosize minRows={3} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
