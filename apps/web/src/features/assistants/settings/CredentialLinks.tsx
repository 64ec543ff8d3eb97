import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useClient } from "../../../data/services.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import type { ResourceEntity } from "../../../resource/resource-entity.ts";
import { choicesQuery } from "../../../resource/resource-queries.ts";
import { useMay } from "../../../resource/use-may.ts";
import classes from "./advanced-tab.module.css";

export const CREDENTIALS = { path: "credentials", name: "Credential" };

interface CredentialLinksProps {
  isOf: (credential: ResourceEntity) => boolean;
  /** Before the links. */
  title: string;
  /** Shown if the organization has none. */
  none: ReactNode;
}

/** The organization's credentials that a setting uses, with links to their pages. */
export function CredentialLinks({ isOf, title, none }: CredentialLinksProps) {
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
