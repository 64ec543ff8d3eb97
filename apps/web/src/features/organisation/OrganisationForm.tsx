import { CreateOrg, type Org, type UpdateOrg } from "@callwright/contract";
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../app/services.tsx";
import { fieldNamesOf, jsonSchemaOf } from "../../resource/form/json-schema.ts";
import { SchemaForm } from "../../resource/form/SchemaForm.tsx";
import { changesOf, patchOf, withChanges } from "../../resource/page/edited-object.ts";
import { LeaveGuard } from "../../resource/page/LeaveGuard.tsx";
import { configProblems } from "../../resource/problems.ts";
import type { ResourceTexts } from "../../resource/resource.ts";
import { useProblemWords } from "../../resource/use-problem-words.ts";
import { orgKeys } from "./org-queries.ts";
import classes from "./organisation.module.css";

/** What changes something on this server. */
const Schema = CreateOrg.pick({ name: true });
const FIELDS = fieldNamesOf(jsonSchemaOf(Schema));

/** The organisation's own fields, saved together. */
export function OrganisationForm({ org, isAdmin }: { org: Org; isAdmin: boolean }) {
  const { t } = useTranslation();
  const words = useProblemWords();
  const base = Object.fromEntries(Object.entries(org).filter(([name]) => FIELDS.has(name)));
  const [edited, setEdited] = useState<Record<string, unknown>>();
  const value = edited ?? base;
  const changes = changesOf(base, value);
  const problems = configProblems(Schema, withChanges(base, changes), words);
  const isChanged = Object.keys(changes).length > 0;
  const save = useSaveOrg(org, () => setEdited(undefined));
  return (
    <section aria-label={t("organisation.settings")}>
      <LeaveGuard isUnsaved={() => isChanged} />
      <h2 className={classes.title}>{t("organisation.settings")}</h2>
      {!isAdmin && <Text c="dimmed">{t("organisation.adminsOnly")}</Text>}
      <SchemaForm
        schema={Schema}
        texts={{ fields: t("organisation.fields", { returnObjects: true }) as NonNullable<ResourceTexts["fields"]> }}
        value={value}
        onChange={(next) => setEdited(next as Record<string, unknown>)}
        problems={problems}
        isStored
        isReadOnly={!isAdmin}
      />
      {isAdmin && (
        <Group className={classes.save ?? ""}>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={!isChanged || problems.length > 0}
            onClick={() => save.mutate(patchOf(base, changes, []))}
          >
            {t("organisation.save")}
          </Button>
          {save.error && (
            <Text c="red" role="alert">
              {t("organisation.failed", { reason: save.error.message })}
            </Text>
          )}
        </Group>
      )}
    </section>
  );
}

function useSaveOrg({ id }: Org, onSaved: () => void) {
  const { t } = useTranslation();
  const { session } = useServices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateOrg) => session.client.updateOrg({ id, body }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(orgKeys.one(id), saved);
      onSaved();
      notifications.show({ message: t("organisation.saved") });
      // The rail shows the name.
      await session.reloadOrgs();
    },
  });
}
