import { NAME_MAX_CHARACTERS, TOKEN_TAGS, type Token, type TokenTag } from "@callwright/contract";
import { Button, Group, Modal, MultiSelect, Radio, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { CopyButton } from "../../kit/CopyButton.tsx";
import { Warning } from "../../kit/Failure.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { referenceTo } from "../../resource/form/references.ts";
import { nameOfEntity, type ResourceEntity } from "../../resource/resource-entity.ts";
import { usePicker } from "../../resource/use-choices.ts";
import { compatOf, EMPTY_TOKEN, formOf, originProblem, restrictionsOf, type TokenForm } from "./token-form.ts";
import { tokenKeys } from "./token-queries.ts";

interface Props {
  /** Absent: a new one. */
  token: Token | undefined;
  onClose(): void;
}

/** Makes a token, or changes what one opens. The value of a private one is shown here, once. */
export function TokenDialog({ token, onClose }: Props) {
  const { t } = useTranslation();
  useReturnedFocus();
  const client = useClient();
  const [form, setForm] = useState(() => (token ? formOf(token) : EMPTY_TOKEN));
  const save = useMutation({
    mutationFn: () => {
      const restrictions = restrictionsOf(form);
      const name = form.name.trim();
      const compat = compatOf(form);
      return token
        ? client.tokens.update({ id: token.id, body: { name: name || null, restrictions, compat: compat ?? null } })
        : client.tokens.create({ body: { tag: form.tag, restrictions, ...(name ? { name } : {}), ...(compat && { compat }) } });
    },
    onSuccess: (saved) => {
      if (token || !saved.value) onClose();
    },
    meta: { changes: [tokenKeys.all] },
  });
  const wrongOrigin = form.tag === "public" ? originProblem(form.origins) : undefined;
  const created = token ? undefined : save.data?.value;
  if (created)
    return (
      <Modal opened onClose={onClose} title={t("tokens.newTitle")}>
        <TokenValue value={created} tag={form.tag} onClose={onClose} />
      </Modal>
    );
  return (
    <FormDialog
      title={t(token ? "tokens.editTitle" : "tokens.newTitle")}
      action={t(token ? "tokens.save" : "tokens.create")}
      isReady={wrongOrigin === undefined}
      isPending={save.isPending}
      failure={save.error && t("tokens.failed", { reason: save.error.message })}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t("tokens.name")}
        description={t("tokens.nameHint")}
        maxLength={NAME_MAX_CHARACTERS}
        data-autofocus
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      {!token && <TagField tag={form.tag} onChange={(tag) => setForm({ ...form, tag })} />}
      {form.tag === "private" && (
        <Switch
          label={t("tokens.forSdk")}
          description={t("tokens.forSdkHint")}
          checked={form.isForSdk}
          onChange={(event) => setForm({ ...form, isForSdk: event.currentTarget.checked })}
        />
      )}
      {form.tag === "public" && <PublicFields form={form} wrongOrigin={wrongOrigin} onChange={setForm} />}
    </FormDialog>
  );
}

function TagField({ tag, onChange }: { tag: TokenTag; onChange: (tag: TokenTag) => void }) {
  const { t } = useTranslation();
  return (
    <Radio.Group label={t("tokens.kind")} value={tag} onChange={(value) => onChange(value === "private" ? "private" : "public")}>
      <Stack gap="xs" mt={4}>
        {TOKEN_TAGS.toReversed().map((one) => (
          <Radio key={one} value={one} label={t(`tokens.tags.${one}`)} description={t(`tokens.tagHints.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface PublicFieldsProps {
  form: TokenForm;
  wrongOrigin: string | undefined;
  onChange(form: TokenForm): void;
}

/** The restrictions of visitors. */
function PublicFields({ form, wrongOrigin, onChange }: PublicFieldsProps) {
  const { t } = useTranslation();
  const nameOf = (entity: ResourceEntity) => nameOfEntity(entity) ?? t("assistants.unnamed");
  const { props } = usePicker(referenceTo("assistants"), form.assistantIds, nameOf);
  return (
    <>
      <MultiSelect
        {...props}
        label={t("tokens.assistantsLabel")}
        description={t("tokens.assistantsHint")}
        clearable
        placeholder={form.assistantIds.length === 0 ? t("tokens.everyAssistant") : ""}
        value={form.assistantIds}
        onChange={(assistantIds) => onChange({ ...form, assistantIds })}
      />
      <TagsInput
        label={t("tokens.originsLabel")}
        description={t("tokens.originsHint")}
        placeholder={form.origins.length === 0 ? "https://www.example.com" : ""}
        clearable
        error={wrongOrigin && t("tokens.originWrong", { origin: wrongOrigin })}
        value={form.origins}
        onChange={(origins) => onChange({ ...form, origins: origins.map((origin) => origin.trim().replace(/\/$/, "")) })}
      />
      {form.assistantIds.length === 0 && form.origins.length === 0 && (
        <Text size="sm" c="var(--cw-warn)">
          {t("tokens.opensEverything")}
        </Text>
      )}
      <Switch
        label={t("tokens.mayChange")}
        description={t("tokens.mayChangeHint")}
        // A page that may use any assistant is not restricted to the chosen ones.
        disabled={form.assistantIds.length > 0}
        checked={form.mayChangeAssistant && form.assistantIds.length === 0}
        onChange={(event) => onChange({ ...form, mayChangeAssistant: event.currentTarget.checked })}
      />
    </>
  );
}

/** The value of a new token. The value of a private token cannot be read again. */
function TokenValue({ value, tag, onClose }: { value: string; tag: TokenTag; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Warning>{tag === "private" && t("tokens.onlyNow")}</Warning>
      <TextInput
        label={t("tokens.value")}
        readOnly
        value={value}
        styles={{ input: { fontFamily: "var(--cw-font-mono)" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end">
        <CopyButton size="sm" text={value} label={t("tokens.copyValue")} data-autofocus />
        <Button variant="filled" onClick={onClose}>
          {t("tokens.done")}
        </Button>
      </Group>
    </Stack>
  );
}
