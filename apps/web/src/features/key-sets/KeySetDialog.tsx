import { type CreateKeySet, NAME_MAX_CHARACTERS, ROLES } from "@callwright/contract";
import { NativeSelect, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { bodyOf, EMPTY_KEY_SET, type KeySetForm, readKeys } from "./key-set-form.ts";
import { keySetsKey } from "./key-sets-key.ts";

/** Registers public keys, from an address or pasted. The dialog shows the server's errors. */
export function KeySetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState(EMPTY_KEY_SET);
  const change = (part: Partial<KeySetForm>) => setForm({ ...form, ...part });
  const client = useClient();
  const { org } = useSignedIn();
  const create = useMutation({
    mutationFn: (created: CreateKeySet) => client.keySets.create({ id: org.id, body: created }),
    onSuccess: ({ name }) => {
      notifications.show({ message: t("keySets.created", { name }) });
      onClose();
    },
    meta: { changes: [keySetsKey] },
  });
  const body = bodyOf(form);
  return (
    <FormDialog
      title={t("keySets.newTitle")}
      size="lg"
      action={t("keySets.create")}
      isReady={body !== undefined}
      isPending={create.isPending}
      failure={create.error && t("keySets.failed", { reason: create.error.message })}
      onSubmit={() => body && create.mutate(body)}
      onClose={onClose}
    >
      <TextInput
        label={t("keySets.name")}
        description={t("keySets.nameHint")}
        required
        maxLength={NAME_MAX_CHARACTERS}
        data-autofocus
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t("keySets.issuer")}
        description={t("keySets.issuerHint")}
        placeholder="https://accounts.example.com"
        required
        maxLength={ISSUER_MAX_CHARACTERS}
        spellCheck={false}
        value={form.issuer}
        onChange={(event) => change({ issuer: event.currentTarget.value })}
      />
      <Radio.Group
        label={t("keySets.source")}
        value={form.source}
        onChange={(source) => change({ source: source === "url" ? "url" : "pasted" })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="url" label={t("keySets.byUrl")} description={t("keySets.byUrlHint")} />
          <Radio value="pasted" label={t("keySets.pasted")} description={t("keySets.pastedHint")} />
        </Stack>
      </Radio.Group>
      <KeysField form={form} onChange={change} />
      <NativeSelect
        label={t("keySets.role")}
        description={t("keySets.roleHint")}
        value={form.role}
        data={ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change({ role: ROLES.find((each) => each === value) ?? "viewer" })}
      />
    </FormDialog>
  );
}

/** As the contract has it. */
const ISSUER_MAX_CHARACTERS = 500;

function KeysField({ form, onChange }: { form: KeySetForm; onChange: (part: Partial<KeySetForm>) => void }) {
  const { t } = useTranslation();
  const problem = useKeysProblem(form.keys);
  if (form.source === "url") {
    return (
      <TextInput
        type="url"
        label={t("keySets.jwksUrl")}
        description={t("keySets.jwksUrlHint")}
        placeholder="https://accounts.example.com/.well-known/jwks.json"
        required
        spellCheck={false}
        value={form.jwksUrl}
        onChange={(event) => onChange({ jwksUrl: event.currentTarget.value })}
      />
    );
  }
  return (
    <Textarea
      label={t("keySets.keys")}
      description={t("keySets.keysHint")}
      required
      autosize
      minRows={5}
      maxRows={14}
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--cw-font-mono)", fontSize: 12 } }}
      error={problem}
      value={form.keys}
      onChange={(event) => onChange({ keys: event.currentTarget.value })}
    />
  );
}

/** A field that was not edited yet has no error. */
function useKeysProblem(text: string): string | undefined {
  const { t } = useTranslation();
  const read = readKeys(text);
  if (text.trim() === "" || !("problem" in read)) return undefined;
  const { problem } = read;
  return problem.kind === "json" ? t("keySets.jsonWrong", { reason: problem.reason }) : t(`keySets.${problem.kind}`);
}
