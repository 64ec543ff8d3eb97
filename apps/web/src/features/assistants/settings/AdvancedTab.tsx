import { ASSISTANT_DEFAULTS, isFields, SOUND_FILE } from "@callwright/contract";
import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { late } from "../../../kit/late.tsx";
import { Switch } from "../../../kit/Switch.tsx";
import { BooleanField } from "../../../resource/form/BooleanField.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { useForm } from "../../../resource/form/form-context.ts";
import { readPath } from "../../../resource/form/paths.ts";
import { Section } from "../../../resource/form/Section.tsx";
import { shapeOf } from "../../../resource/form/shape.ts";
import { TextRowsField } from "../../../resource/form/TextRowsField.tsx";
import { useField } from "../../../resource/form/use-field.ts";
import type { ResourceEntity } from "../../../resource/resource-entity.ts";
import { choicesQuery } from "../../../resource/resource-queries.ts";
import { useMay } from "../../../resource/use-may.ts";
import { AddKey } from "./AddKey.tsx";
import { ADVANCED_SECTIONS, COMPLIANCE_DETAILS, PUNCTUATION_PLAN, PUNCTUATION_WAITS } from "./advanced-settings.ts";
import classes from "./advanced-tab.module.css";
import type { EditorFields } from "./editor-fields.ts";
import { SettingFields } from "./SettingFields.tsx";

const CREDENTIALS = { path: "credentials", name: "Credential" };

interface CredentialLinksProps {
  isOf: (credential: ResourceEntity) => boolean;
  /** Shown before the links. */
  title: string;
  /** Shown if the organization has none. */
  none: ReactNode;
}

/** The organization's credentials that a setting uses, with links to their pages. */
function CredentialLinks({ isOf, title, none }: CredentialLinksProps) {
  const { data } = useQuery({ ...choicesQuery(useClient(), CREDENTIALS), enabled: useMay(CREDENTIALS)("list") });
  if (!data) return null;
  const credentials = data.results.filter(isOf);
  return (
    <p className={classes.stores}>
      {credentials.length === 0 ? none : title}
      {credentials.map(({ id, name, provider }) => (
        <Link key={id} to="/$resource/$id" params={{ resource: "credentials", id }}>
          {String(name ?? humanValue(String(provider)))}
        </Link>
      ))}
    </p>
  );
}

const GROUPS = ["advanced"] as const;
const PARTS = {
  backgroundSound: SoundField,
  "messagePlan.idleMessages": TextRowsField,
  "startSpeakingPlan.fillerMessages": TextRowsField,
  "artifactPlan.recordingUseCustomStorageEnabled": StorageField,
  observabilityPlan: TracesField,
};
/** Where a plan is missing, all its fields are empty. */
const NO_DEFAULTS = {};

/** Timing, interruptions, silence, call end, recording and transcript. */
export function AdvancedTab(fields: EditorFields) {
  const { t } = useTranslation();
  const hasPlan = readPath(fields.config, PUNCTUATION_PLAN) !== undefined;
  const defaults = useMemo(
    () => (hasPlan ? NO_DEFAULTS : Object.fromEntries(PUNCTUATION_WAITS.map((path) => [path, t("advanced.defaultModel")]))),
    [hasPlan, t],
  );
  const form = { fields, groups: GROUPS, defaults, parts: PARTS };
  return (
    <div className={classes.form}>
      {ADVANCED_SECTIONS.map(({ name, paths }) => (
        <section key={name} className={classes.section} aria-labelledby={`advanced-${name}`}>
          <div>
            <h2 id={`advanced-${name}`} className={classes.title}>
              {t(`advanced.sections.${name}`)}
            </h2>
            <p className={classes.hint}>{t(`advanced.sectionHints.${name}`)}</p>
          </div>
          <Stack gap="md">
            <SettingFields {...form} paths={paths} />
            {name === "compliance" && (
              <Section
                title={t("advanced.complianceDetails")}
                hasProblem={fields.problems.some(({ path }) => COMPLIANCE_DETAILS.some((each) => path.startsWith(each)))}
                startsOpen={false}
              >
                <SettingFields {...form} paths={COMPLIANCE_DETAILS} openDepth={1} />
              </Section>
            )}
          </Stack>
        </section>
      ))}
    </div>
  );
}

const NAMED = ["off", "office"] as const;
const OWN = "url";
const CHOICES = [...NAMED, OWN] as const;

const { maxBytes, maxSeconds } = SOUND_FILE;

/** The background sound: off, one that comes with the server, or the address of a sound file. */
function SoundField(field: FieldProps) {
  const { t } = useTranslation();
  const { name, label, help, error } = useField(field);
  const value = typeof field.value === "string" ? field.value : undefined;
  const isNamed = NAMED.some((each) => each === value);
  // Chosen, but no address typed yet.
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

const AddKeyDialog = late(async () => (await import("../../credentials/AddKeyDialog.tsx")).AddKeyDialog);

/** Storage services, with the fields that a new credential of each begins with. */
const PROVIDERS = {
  s3: {},
  gcp: { bucketPlan: {} },
  azure: { service: "blob_storage", bucketPlan: {} },
  cloudflare: { bucketPlan: {} },
  supabase: { bucketPlan: {} },
  "s3-compatible": {},
} as const;
type Provider = keyof typeof PROVIDERS;

/** Where the files of calls are kept: the organization's own storage, which is added right here. */
function StorageField(field: FieldProps) {
  const { t } = useTranslation();
  const isOn = field.value !== false;
  const may = useMay(CREDENTIALS);
  const { credentials } = useCapabilities();
  const [adding, setAdding] = useState<Provider>();
  const offered = (Object.keys(PROVIDERS) as Provider[]).filter((provider) => credentials[provider]?.state !== "not-supported");
  return (
    <div className={classes.storage}>
      <BooleanField {...field} />
      {isOn && <CredentialLinks isOf={isStore} title={t("advanced.storage.stores")} none={t("advanced.storage.none")} />}
      {isOn && may("create") && offered.length > 0 && (
        <NativeSelect
          aria-label={t("advanced.storage.add")}
          value=""
          data={[
            { value: "", label: t("advanced.storage.add") },
            ...offered.map((provider) => ({ value: provider, label: t(`advanced.storage.providers.${provider}`) })),
          ]}
          onChange={(event) => setAdding(offered.find((provider) => provider === event.currentTarget.value))}
        />
      )}
      {adding && <AddKeyDialog provider={adding} initial={PROVIDERS[adding]} onClose={() => setAdding(undefined)} />}
    </div>
  );
}

function isStore({ provider, service }: ResourceEntity): boolean {
  return String(provider) in PROVIDERS && (provider !== "azure" || service === "blob_storage");
}

const PROVIDER = "langfuse";

/** Sends traces of calls to the organization's Langfuse: on or off, the credential, and the names of the traces. */
function TracesField(field: FieldProps) {
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
