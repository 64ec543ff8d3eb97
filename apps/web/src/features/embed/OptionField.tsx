import { WIDGET_OPTIONS, type WidgetOption } from "@callwright/widget/options";
import { ColorInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { defaultValue, type StudioOption } from "./embed-options.ts";

interface Props {
  name: StudioOption;
  /** Absent: the default. */
  value: string | boolean | undefined;
  onChange(value: string | boolean): void;
}

/** Texts that may be longer than a line. */
const LONG = new Set<StudioOption>(["consentContent"]);

/** One option of the widget, by its kind. An empty text is the default again. */
export function OptionField({ name, value, onChange }: Props) {
  const { t } = useTranslation();
  const option: WidgetOption = WIDGET_OPTIONS[name];
  const label = t(`embed.fields.${name}`);
  const standard = defaultValue(name);
  if (option.kind === "flag") {
    return <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (option.kind === "choice") {
    return (
      <Select
        label={label}
        data={[...option.values]}
        allowDeselect={false}
        value={String(value ?? standard)}
        onChange={(chosen) => chosen && onChange(chosen)}
      />
    );
  }
  const text = typeof value === "string" ? value : "";
  const change = (typed: string) => onChange(typed === "" ? standard : typed);
  if (option.kind === "text" && option.isColour) {
    return (
      <ColorInput
        label={label}
        placeholder={String(standard)}
        value={text}
        onChange={change}
        fixOnBlur={false}
        hueLabel={t("embed.hue", { label })}
        saturationLabel={t("embed.saturation", { label })}
        eyeDropperButtonProps={{ "aria-label": t("embed.pickColour", { label }) }}
        popoverProps={{ withinPortal: false }}
      />
    );
  }
  const shared = { label, placeholder: String(standard), value: text };
  return LONG.has(name) ? (
    <Textarea {...shared} autosize minRows={3} onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />
  );
}
