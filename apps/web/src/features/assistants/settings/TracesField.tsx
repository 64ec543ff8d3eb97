import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { FieldList } from "../../../resource/form/FieldList.tsx";
import { choicesQuery } from "../../../resource/resource-queries.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { useMay } from "../../../resource/use-may.ts";
import { AddKey } from "./AddKey.tsx";
import classes from "./advanced-tab.module.css";
import { CONTRACT, fieldsAt, writePath } from "./config-path.ts";
import { type EditorFields, fieldProps } from "./editor-fields.ts";

const PROVIDER = "langfuse";
const CREDENTIALS = { path: "credentials", name: "Credential" };

interface TracesFieldProps {
  fields: EditorFields;
  path: "observabilityPlan";
  label: string;
  description: string;
}

/** Whether traces of calls go to the organization's Langfuse, by which credential, and what they are found by there. */
export function TracesField({ fields, path, label, description }: TracesFieldProps) {
  const { t } = useTranslation();
  const { config, edit, problems } = fields;
  const plan = config[path];
  const support = useFieldSupport({ name: "Assistant" });
  const may = useMay(CREDENTIALS);
  const { data } = useQuery({ ...choicesQuery(useClient(), CREDENTIALS), enabled: plan !== undefined && may("list") });
  const keys = data?.results.filter(({ provider }) => provider === PROVIDER) ?? [];
  return (
    <div className={classes.storage}>
      <Switch
        label={label}
        description={description}
        {...fieldProps(fields, path)}
        checked={plan !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          edit((current) => writePath(current, path, checked ? { provider: PROVIDER, tags: [] } : undefined))
        }
      />
      {plan && data && (
        <p className={classes.stores}>
          {keys.length === 0 ? t("advanced.traces.none") : t("advanced.traces.sentTo")}
          {keys.map(({ id, name }) => (
            <Link key={id} to="/$resource/$id" params={{ resource: "credentials", id }}>
              {String(name ?? humanValue(PROVIDER))}
            </Link>
          ))}
          {keys.length === 0 && <AddKey provider={PROVIDER} />}
        </p>
      )}
      {plan && (
        <FieldList
          root={CONTRACT}
          path={[path]}
          // A plan without tags has an empty list of them.
          fields={fieldsAt(config, path)
            .filter(({ name }) => name !== "provider")
            .map((field) => ({ ...field, isRequired: false }))}
          value={plan}
          onChange={(name, value) =>
            edit((current) => writePath(current, `${path}.${name}`, name === "tags" ? (value ?? []) : value))
          }
          problems={problems}
          support={support}
        />
      )}
    </div>
  );
}
