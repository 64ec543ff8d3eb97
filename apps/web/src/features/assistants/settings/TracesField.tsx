import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { useForm } from "../../../resource/form/form-context.ts";
import { shapeOf } from "../../../resource/form/shape.ts";
import { isFields } from "../../../resource/form/union.ts";
import { useField } from "../../../resource/form/use-field.ts";
import { choicesQuery } from "../../../resource/resource-queries.ts";
import { useMay } from "../../../resource/use-may.ts";
import { AddKey } from "./AddKey.tsx";
import classes from "./advanced-tab.module.css";

const PROVIDER = "langfuse";
const CREDENTIALS = { path: "credentials", name: "Credential" };

/** Sends traces of calls to the organization's Langfuse: on or off, the credential, and the names of the traces. */
export function TracesField(field: FieldProps) {
  const { t } = useTranslation();
  const { root, Field } = useForm();
  const { name, label, help, error } = useField(field);
  const plan = isFields(field.value) ? field.value : undefined;
  const shape = shapeOf(field.schema, name, root);
  const settings = shape.kind === "object" ? shape.fields.filter((each) => each.name !== "provider") : [];
  const may = useMay(CREDENTIALS);
  const { data } = useQuery({ ...choicesQuery(useClient(), CREDENTIALS), enabled: plan !== undefined && may("list") });
  const keys = data?.results.filter(({ provider }) => provider === PROVIDER) ?? [];
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
      {plan && data && (
        <p className={classes.stores}>
          {keys.length === 0 ? t("advanced.traces.none") : t("advanced.traces.sentTo")}
          {keys.map(({ id, name: keyName }) => (
            <Link key={id} to="/$resource/$id" params={{ resource: "credentials", id }}>
              {String(keyName ?? humanValue(PROVIDER))}
            </Link>
          ))}
          {keys.length === 0 && <AddKey provider={PROVIDER} />}
        </p>
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
