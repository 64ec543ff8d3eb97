import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useShownError } from "../../../data/use-shown-error.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { LoadFailed } from "../../../kit/LoadFailed.tsx";
import { late } from "../../../kit/late.tsx";
import classes from "../../../kit/list-page.module.css";
import { PageHeader } from "../../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { ResourceList } from "../../../resource/list/ResourceList.tsx";
import { SectionTabs } from "../../../resource/list/SectionTabs.tsx";
import { useResourceList } from "../../../resource/list/use-resource-list.ts";
import { useResourceTexts } from "../../../resource/use-resource-texts.ts";
import { ASSISTANTS } from "../assistant-queries.ts";
import { assistantListSearch } from "../assistant-search.ts";
import { useListedAssistants } from "./listed-assistants.tsx";

const NewAssistantDialog = late(async () => (await import("./NewAssistantDialog.tsx")).NewAssistantDialog);

const route = getRouteApi("/shell/assistants");

const NO_FILTERS = {};

export function AssistantsPage() {
  const { t } = useTranslation();
  const { title, nouns, what } = useResourceTexts(ASSISTANTS);
  const { new: isMaking = false, template: _, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useResourceList(ASSISTANTS, { filters: NO_FILTERS, q: search.q ?? "", isSorted: search.sort !== undefined });
  const resource = useListedAssistants(list.entities);
  const error = useShownError(list.error);
  const isEmpty = list.entities?.length === 0 && search.q === undefined && list.isSearched;
  const make = (
    <Button variant="filled" onClick={() => void navigate({ search: (before) => ({ ...before, new: true }) })}>
      {t("assistants.new")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={title} actions={make} />
      <SectionTabs />
      {error && (
        <LoadFailed message={t("resource.loadFailed", { reason: error.message, ...nouns })} onRetry={() => void list.retry()} />
      )}
      {list.isPending && !list.error && <PageSkeleton />}
      {isEmpty && <EmptyNote title={t("resource.empty", nouns)} body={what} action={make} />}
      {list.entities && !isEmpty && (
        <ResourceList
          resource={resource}
          list={list}
          search={search}
          onSearch={(next) => void navigate({ search: assistantListSearch(next), replace: true })}
          mayDelete
        />
      )}
      {isMaking && <NewAssistantDialog onClose={() => void navigate({ search })} />}
    </div>
  );
}
