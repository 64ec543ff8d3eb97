import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { useForm } from "../../../resource/form/form-context.ts";
import { shapeOf } from "../../../resource/form/shape.ts";
import { isFields } from "../../../resource/form/union.ts";
import { useField } from "../../../resource/form/use-field.ts";
import { AddKey } from "./AddKey.tsx";
import classes from "./advanced-tab.module.css";
import { CredentialLinks } from "./CredentialLinks.tsx";

const PROVIDER = "langfuse";

/** Sends traces of calls to the organization's Langfuse: on or off, the credential, and the names of the traces. */
export function TracesField(field: FieldProps) {
  const { t } = useTranslation();
  const { root, Field } = useForm();
  const { name, label, help, error } = useField(field);
  const plan = isFields(field.value) ? field.value : undefined;
  const shape = shapeOf(field.schema, name, root);
  const settings = shape.kind === "object" ? shape.fields.filter((each) => each.name !== "provider") : [];
  return (
    <div className={classes.storage}>
      <Switch
        label={label}
        description={help}
        name={name}
        error={error}
        checked={plan !== undefined}
        onChange={({ currentTarget: { checked } }) => field.onChange(checked ? { provider: PROVIDER, tags: [] } : undefined)}
      />
      {plan && (
        <CredentialLinks
          isOf={({ provider }) => provider === PROVIDER}
          title={t("advanced.traces.sentTo")}
          none={
            <>
              {t("advanced.traces.none")} <AddKey provider={PROVIDER} />
            </>
          }
        />
      )}
      {plan &&
        settings.map((each) => (
          <Field
            key={each.name}
            path={[...field.path, each.name]}
            schema={each.schema}
            isRequired={false}
            value={plan[each.name]}
            onChange={(next) => {
              const { [each.name]: _, ...rest } = plan;
              // A plan without tags has an empty list of them.
              field.onChange(next === undefined && each.name !== "tags" ? rest : { ...rest, [each.name]: next ?? [] });
            }}
          />
        ))}
    </div>
  );
}
