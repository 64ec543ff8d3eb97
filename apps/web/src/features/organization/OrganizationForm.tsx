import { CreateOrg, type Org, type OrgConcurrency, type UpdateOrg } from "@callwright/contract";
import { Button, Group, Input, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useServices } from "../../data/services.tsx";
import { useOwnCapabilities } from "../../data/use-capabilities.ts";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { fieldSupport } from "../../resource/field-support.ts";
import { BooleanField } from "../../resource/form/BooleanField.tsx";
import type { FieldProps } from "../../resource/form/field-props.ts";
import { useForm } from "../../resource/form/form-context.ts";
import { fieldNamesOf, jsonSchemaOf } from "../../resource/form/json-schema.ts";
import { SchemaForm } from "../../resource/form/SchemaForm.tsx";
import { Section } from "../../resource/form/Section.tsx";
import { useField } from "../../resource/form/use-field.ts";
import { editedNames, type Fields, patchOf, withoutUndefined } from "../../resource/page/edited-object.ts";
import { LeaveGuard } from "../../resource/page/LeaveGuard.tsx";
import { configProblems } from "../../resource/problems.ts";
import type { ResourceTexts } from "../../resource/resource.ts";
import { useProblemWords } from "../../resource/use-problem-words.ts";
import classes from "./organization.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

const OWN = {
  name: true,
  retentionDays: true,
  concurrencyLimit: true,
  featureFlags: true,
  server: true,
  hipaaEnabled: true,
  compliancePlan: true,
  outboundCountries: true,
  outboundSipHosts: true,
} as const;
/** Fields that have an effect on this server. What may be spent is on the screen of costs. */
const Own = CreateOrg.pick(OWN);
/** Fields of the hosted platform: stored, without effect here. */
const Kept = CreateOrg.omit({ ...OWN, billingLimit: true, monthlyBudget: true });
const KEPT_NAMES = fieldNamesOf(jsonSchemaOf(Kept));
const MAIN_FIELDS = [
  ...["retentionDays", "concurrencyLimit", "featureFlags", "server", "hipaaEnabled"],
  ...["compliancePlan", "compliancePlan.redactionPlan", "compliancePlan.securityFilterPlan"],
];
const PARTS = { featureFlags: FeatureFlags, "compliancePlan.hipaaEnabled": PlanHipaa };

/** The organization's own fields, saved together. */
export function OrganizationForm({ org, isAdmin }: { org: Org; isAdmin: boolean }) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const base = Object.fromEntries(Object.entries(org).filter(([field]) => field in Own.shape || field in Kept.shape));
  const [edited, setEdited] = useState<Fields>();
  const value = edited ?? base;
  const edits = { seen: base, object: value };
  const problems = configProblems(CreateOrg, withoutUndefined(value), words);
  const isChanged = editedNames(edits).size > 0;
  const capabilities = useOwnCapabilities();
  const support = useMemo(() => fieldSupport(capabilities, "org"), [capabilities]);
  const save = useSaveOrg(org, () => setEdited(undefined));
  const form = {
    texts: { fields: t("organization.fields", { returnObjects: true }) as NonNullable<ResourceTexts["fields"]> },
    problems,
    isStored: true,
    isFlush: true,
    isReadOnly: !isAdmin,
    support,
  };
  const [own, others] = split(value);
  return (
    <SettingsSection title={t("organization.settings")}>
      <LeaveGuard isUnsaved={() => isChanged} />
      {!isAdmin && <p className={classes.intro}>{t("organization.adminsOnly")}</p>}
      {org.concurrency && <Concurrency {...org.concurrency} />}
      <div className={classes.form}>
        <SchemaForm
          {...form}
          schema={Own}
          value={own}
          onChange={(next) => setEdited({ ...others, ...(next as Fields) })}
          mainFields={MAIN_FIELDS}
          parts={PARTS}
        />
        <Section
          title={t("organization.kept")}
          help={t("organization.keptHelp")}
          gist={t("organization.keptGist")}
          hasProblem={problems.some(({ path }) => KEPT_NAMES.has(path.split(".")[0] ?? ""))}
          startsOpen={false}
        >
          <SchemaForm {...form} schema={Kept} value={others} onChange={(next) => setEdited({ ...own, ...(next as Fields) })} />
        </Section>
      </div>
      {isAdmin && (
        <Group className={classes.save ?? ""}>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={!isChanged || problems.length > 0}
            onClick={() => save.mutate(patchOf(edits))}
          >
            {t("organization.save")}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                setEdited(undefined);
                save.reset();
              }}
            >
              {t("resource.discard")}
            </Button>
          )}
          {save.error && (
            <Text c="red" role="alert">
              {t("organization.failed", { reason: save.error.message })}
            </Text>
          )}
        </Group>
      )}
    </SettingsSection>
  );
}

/** How many calls run, of how many that may. */
function Concurrency({ inUse, limit, limitedBy }: OrgConcurrency) {
  const { t } = useTranslation();
  return (
    <p className={classes.intro}>
      {t("organization.inUse", { calls: inUse.toLocaleString(), limit: limit.toLocaleString() })}{" "}
      {t(`organization.limitedBy.${limitedBy}`)}
    </p>
  );
}

/** Fields with an effect here, and fields that are only stored. */
function split(value: Fields): [own: Fields, others: Fields] {
  const entries = Object.entries(value);
  return [
    Object.fromEntries(entries.filter(([field]) => !KEPT_NAMES.has(field))),
    Object.fromEntries(entries.filter(([field]) => KEPT_NAMES.has(field))),
  ];
}

function useSaveOrg({ id }: Org, onSaved: () => void) {
  const { t } = useTranslation();
  const { session } = useServices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateOrg) => session.client.orgs.update({ id, body }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(orgKeys.one(id), saved);
      onSaved();
      notifications.show({ message: t("organization.saved") });
      // The rail shows the name.
      await session.reloadOrgs();
    },
  });
}

/** `compliancePlan.hipaaEnabled` is the same as the organization's own switch above it. It is shown only if it is set, so that it can be turned off. */
function PlanHipaa(field: FieldProps) {
  return field.value === undefined ? null : <BooleanField {...field} />;
}

/** Named feature flags, on or off. */
function FeatureFlags(field: FieldProps) {
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
            <CrossButton
              aria-label={t("organization.removeFlag", { name: flag })}
              onClick={() => write(Object.fromEntries(Object.entries(flags).filter(([each]) => each !== flag)))}
            />
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
