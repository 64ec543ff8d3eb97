import { type ProviderResource, RESOURCE_PROVIDERS } from "@callwright/contract";
import { Button, Group, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useShownError } from "../../../data/use-shown-error.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { CopyId } from "../../../kit/CopyId.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { LoadFailed } from "../../../kit/LoadFailed.tsx";
import classes from "../../../kit/list-page.module.css";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { DataTable } from "../../../kit/table/DataTable.tsx";
import table from "../../../kit/table/table.module.css";
import { dictionariesKey, dictionaryName, RESOURCE_NAME, useDictionaries } from "../../../resource/dictionaries/dictionaries.ts";
import { useMay } from "../../../resource/use-may.ts";
import { voiceSearch } from "../voice-search.ts";
import { DictionaryDialog } from "./DictionaryDialog.tsx";
import { rulesOf } from "./rules.ts";

const route = getRouteApi("/shell/voices");

type Open = { kind: "create" } | { kind: "edit" | "delete"; dictionary: ProviderResource };

/** The pronunciation dictionaries of the organization, at the provider that speaks with them. */
export function Dictionaries() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const may = useMay({ name: "ProviderResource" });
  const navigate = route.useNavigate();
  const search = voiceSearch({ ...route.useSearch() });
  const provider = RESOURCE_PROVIDERS.find((each) => each === search.provider) ?? RESOURCE_PROVIDERS[0];
  const [open, setOpen] = useState<Open>();
  const dictionaries = useDictionaries(provider);
  const failure = useShownError(dictionaries.error);
  const close = () => setOpen(undefined);
  const create = may("create") && (
    <Button leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setOpen({ kind: "create" })}>
      {t("voices.pronunciation.new")}
    </Button>
  );
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          aria-label={t("voices.provider")}
          value={provider}
          data={RESOURCE_PROVIDERS.map((each) => ({ value: each, label: humanValue(each) }))}
          onChange={(event) =>
            void navigate({ search: voiceSearch({ ...search, provider: event.currentTarget.value }), replace: true })
          }
        />
        {dictionaries.data && dictionaries.data.length > 0 && create}
        <span className={classes.count} role="status">
          {dictionaries.data && t("voices.pronunciation.count", { count: dictionaries.data.length })}
        </span>
      </div>
      {failure && !dictionaries.data && <LoadFailed message={failure.message} onRetry={() => void dictionaries.refetch()} />}
      {dictionaries.isPending && !failure && <PageSkeleton />}
      {dictionaries.data?.length === 0 && (
        <EmptyNote title={t("voices.pronunciation.none")} body={t("voices.pronunciation.noneBody")} action={create} />
      )}
      {dictionaries.data && dictionaries.data.length > 0 && (
        <DataTable
          label={t("voices.pronunciation.tab")}
          rows={dictionaries.data}
          columns={[
            { id: "name", label: t("voices.name"), isRowHeader: true, cell: dictionaryName, title: dictionaryName },
            {
              id: "rules",
              label: t("voices.pronunciation.rules"),
              className: table.medium,
              cell: (each) =>
                rulesOf(each)
                  .map(({ word }) => word)
                  .join(", "),
            },
            {
              id: "id",
              label: t("voices.pronunciation.id"),
              className: table.medium,
              cell: (each) => <CopyId id={each.resourceId} label={t("voices.pronunciation.id")} />,
            },
            {
              id: "actions",
              label: t("voices.pronunciation.actions"),
              isLabelHidden: true,
              width: "170px",
              cell: (dictionary) => (
                <Group gap={6} wrap="nowrap">
                  {may("update") && (
                    <Button
                      size="xs"
                      aria-label={t("voices.pronunciation.editName", { name: dictionaryName(dictionary) })}
                      onClick={() => setOpen({ kind: "edit", dictionary })}
                    >
                      {t("voices.pronunciation.editButton")}
                    </Button>
                  )}
                  {may("delete") && (
                    <Button
                      size="xs"
                      aria-label={t("voices.pronunciation.deleteName", { name: dictionaryName(dictionary) })}
                      onClick={() => setOpen({ kind: "delete", dictionary })}
                    >
                      {t("resource.delete")}
                    </Button>
                  )}
                </Group>
              ),
            },
          ]}
        />
      )}
      {open?.kind === "create" && <DictionaryDialog provider={provider} onClose={close} />}
      {open?.kind === "edit" && <DictionaryDialog provider={provider} dictionary={open.dictionary} onClose={close} />}
      {open?.kind === "delete" && (
        <ConfirmDialog
          title={t("voices.pronunciation.deleteTitle", { name: dictionaryName(open.dictionary) })}
          body={t("voices.pronunciation.deleteBody", { provider: humanValue(provider) })}
          onClose={close}
          onConfirm={async () => {
            await client.providerResources.delete({ provider, resourceName: RESOURCE_NAME, id: open.dictionary.id });
            await queryClient.invalidateQueries({ queryKey: dictionariesKey(provider) });
            close();
          }}
        />
      )}
    </>
  );
}
