import { ApiError } from "@callwright/client";
import { Button } from "@mantine/core";
import { type ErrorComponentProps, getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../app/EmptyNote.tsx";
import { PageHeader } from "../../app/PageHeader.tsx";
import { RouteError } from "../../app/RouteError.tsx";
import { useResourceTexts } from "../use-resource-texts.ts";

const parent = getRouteApi("/shell/$resource");

/** What the page of a thing shows that could not be read: one that is not there leads back to the list. */
export function ResourceError(props: ErrorComponentProps) {
  const { t } = useTranslation();
  const resource = parent.useLoaderData();
  const { nouns, title } = useResourceTexts(resource);
  if (!(props.error instanceof ApiError && props.error.status === 404)) return <RouteError {...props} />;
  return (
    <>
      <PageHeader title={title} />
      <EmptyNote
        title={t("resource.notFound", nouns)}
        body={t("resource.notFoundBody")}
        action={
          <Button renderRoot={(button) => <Link to="/$resource" params={{ resource: resource.path }} {...button} />}>
            {t("resource.toList", nouns)}
          </Button>
        }
      />
    </>
  );
}
