import { Button, NativeSelect, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { humanName, humanValue, withoutId } from "../../kit/field-names.ts";
import type { Reference } from "../form/references.ts";
import { localTime } from "../local-time.ts";
import type { ListFilters as Filters } from "../resource-queries.ts";
import { nameOrId, usePicker } from "../use-choices.ts";
import type { UsedTexts } from "../use-resource-texts.ts";
import { CREATED_FILTERS, type FilterField, filterShape } from "./filter-fields.ts";

interface ListFiltersProps {
  fields: readonly FilterField[];
  /** Can the list be filtered by creation time? */
  hasCreated: boolean;
  filters: Filters;
  texts: UsedTexts;
  /** Undefined removes a filter. */
  onChange: (name: string, value: string | undefined) => void;
}

/** The list's own filters and the creation time. */
export function ListFilters({ fields, hasCreated, filters, texts, onChange }: ListFiltersProps) {
  return (
    <>
      {fields.map((field) => (
        <Filter
          key={field.name}
          field={field}
          texts={texts}
          value={filters[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
      {hasCreated && <CreatedFilter filters={filters} onChange={onChange} />}
    </>
  );
}

interface FilterProps {
  field: FilterField;
  texts: UsedTexts;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Filter({ field, texts, value, onChange }: FilterProps) {
  const { t } = useTranslation();
  const shape = filterShape(field);
  const label = texts.fields?.[field.name]?.label ?? field.schema.title ?? humanName(withoutId(field.name));
  const any = t("resource.anyOf", { name: label });
  switch (shape.kind) {
    case "choice":
    case "boolean": {
      const values = shape.kind === "boolean" ? ["true", "false"] : shape.values.map(String);
      const wordOf = (each: string) =>
        shape.kind === "boolean"
          ? t(each === "true" ? "resource.form.yes" : "resource.form.no")
          : (texts.values?.[each] ?? humanValue(each));
      return (
        <NativeSelect
          aria-label={label}
          value={value ?? ""}
          data={[{ value: "", label: any }, ...values.map((each) => ({ value: each, label: wordOf(each) }))]}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
    }
    case "reference":
      return <ReferenceFilter to={shape.to} label={label} any={any} value={value} onChange={onChange} />;
    default:
      return (
        <TextInput
          aria-label={label}
          placeholder={label}
          value={value ?? ""}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
  }
}

interface ReferenceFilterProps {
  to: Reference;
  label: string;
  any: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function ReferenceFilter({ to, label, any, value, onChange }: ReferenceFilterProps) {
  const { props } = usePicker(to, value === undefined ? [] : [value], nameOrId);
  return (
    <Select
      {...props}
      aria-label={label}
      placeholder={any}
      clearable
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

function CreatedFilter({ filters, onChange }: Pick<ListFiltersProps, "filters" | "onChange">) {
  const { t } = useTranslation();
  const isSet = CREATED_FILTERS.some((name) => filters[name] !== undefined);
  return (
    <Popover position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <Button variant={isSet ? "light" : "default"}>{t("resource.created")}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("resource.created")}>
        <Stack gap="xs">
          {CREATED_FILTERS.map((name) => (
            <TextInput
              key={name}
              type="datetime-local"
              label={t(`resource.${name}`)}
              value={localTime(filters[name] ?? "")}
              onChange={({ currentTarget: { value } }) =>
                onChange(name, value === "" ? undefined : new Date(value).toISOString())
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
