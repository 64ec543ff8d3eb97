import { Button } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { LoadFailed } from "../../kit/LoadFailed.tsx";
import classes from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { ServerNotice } from "../page/ServerNotice.tsx";
import type { Resource } from "../resource.ts";
import { isNotOffered } from "../resource-queries.ts";
import { useCreateEntity } from "../use-create-entity.ts";
import { useMay } from "../use-may.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import { CREATED_FILTERS, filterFieldsOf, filterNamesOf } from "./filter-fields.ts";
import { ListFilters } from "./ListFilters.tsx";
import { filtersOf, type ResourceListSearch } from "./list-search.ts";
import { ResourceList } from "./ResourceList.tsx";
import { SectionTabs } from "./SectionTabs.tsx";
import { useResourceList } from "./use-resource-list.ts";

const parent = getRouteApi("/shell/$resource");
const route = getRouteApi("/shell/$resource/");

/** The list of a resource, in the state of its address. */
export function ResourceListPage() {
  const resource = parent.useLoaderData();
  const search = route.useSearch();
  const { t } = useTranslation();
  const texts = useResourceTexts(resource);
  const may = useMay(resource);
  const navigate = route.useNavigate();
  const known = useMemo(() => filterNamesOf(resource), [resource]);
  const fields = useMemo(() => filterFieldsOf(resource), [resource]);
  const filters = useMemo(() => filtersOf(search, known), [search, known]);
  const list = useResourceList(resource, { filters, q: search.q ?? "", isSorted: search.sort !== undefined });
  const error = useShownError(list.error);
  const isNarrowed = Object.keys(filters).length > 0 || search.q !== undefined || !list.isSearched;
  const isEmpty = list.entities?.length === 0 && !isNarrowed;
  const isMissing = error !== undefined && isNotOffered(error);
  const go = (next: ResourceListSearch) => void navigate({ search: next, replace: true });
  const { listActions: ListActions, listTop: ListTop, emptyState: EmptyState } = resource;
  return (
    <div className={classes.page}>
      <PageHeader
        title={texts.title}
        actions={
          !isMissing && (
            <>
              {ListActions && <ListActions />}
              <CreateAction resource={resource} isMain />
            </>
          )
        }
      />
      <SectionTabs />
      {!isMissing && <ServerNotice resource={resource} />}
      {ListTop && !isMissing && <ListTop />}
      {isMissing && <EmptyNote title={t("resource.notOffered", texts.nouns)} body={t("resource.notOfferedBody")} />}
      {error && !isMissing && (
        <LoadFailed
          message={t("resource.loadFailed", { reason: error.message, ...texts.nouns })}
          onRetry={() => void list.retry()}
        />
      )}
      {list.isPending && !list.error && <PageSkeleton />}
      {isEmpty && EmptyState && <EmptyState />}
      {isEmpty && !EmptyState && (
        <EmptyNote
          title={t("resource.empty", texts.nouns)}
          body={texts.what}
          action={
            <>
              <CreateAction resource={resource} isMain={false} />
              {resource.sample && <SampleAction resource={resource} body={resource.sample} />}
            </>
          }
        />
      )}
      {list.entities && !isEmpty && (
        <ResourceList resource={resource} list={list} search={search} onSearch={go} mayDelete={may("delete")}>
          <ListFilters
            fields={fields}
            hasCreated={known.some((name) => CREATED_FILTERS.some((each) => each === name))}
            filters={filters}
            texts={texts}
            onChange={(name, value) => {
              const { [name]: _, selected: __, ...others } = search;
              go(value === undefined ? others : { ...others, [name]: value });
            }}
          />
        </ResourceList>
      )}
    </div>
  );
}

/** Creates an example and opens it. */
function SampleAction({ resource, body }: { resource: Resource; body: NonNullable<Resource["sample"]> }) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const { mutate, isPending, error } = useCreateEntity(resource);
  if (!may("create")) return null;
  return (
    <>
      <Button variant="subtle" loading={isPending} onClick={() => mutate(body(t))}>
        {t("resource.sample")}
      </Button>
      <Failure>{error && t("resource.failed", { reason: error.message })}</Failure>
    </>
  );
}

/** The main action of a list: creates an item. */
function CreateAction({ resource, isMain }: { resource: Resource; isMain: boolean }) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const { nouns } = useResourceTexts(resource);
  const { createAction: Own } = resource;
  if (Own) return <Own isMain={isMain} />;
  if (!resource.schema || !may("create")) return null;
  return (
    <Button
      {...(isMain ? { variant: "filled" } : { mt: "xs" })}
      renderRoot={(props) => <Link to="/$resource/new" params={{ resource: resource.path }} {...props} />}
    >
      {t("resource.create", nouns)}
    </Button>
  );
}
