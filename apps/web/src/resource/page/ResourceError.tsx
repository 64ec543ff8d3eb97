import { ApiError } from "@callwright/client";
import { Button } from "@mantine/core";
import { type ErrorComponentProps, getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { useResourceTexts } from "../use-resource-texts.ts";
import { RouteError } from "./RouteError.tsx";

const parent = getRouteApi("/shell/$resource");

/** The error page of an entity. A 404 links back to the list. */
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
