import { type QueryKey, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { TabNote } from "../../kit/TabNote.tsx";
import classes from "./use-list.module.css";

const PATHS = { squad: "squads", workflow: "workflows", tool: "tools", "phone-number": "phone-numbers" } as const;

export const USE_KINDS = ["assistant", "squad", "workflow", "tool", "phone-number"] as const;

/** A resource that uses another one. */
export interface Use {
  resource: (typeof USE_KINDS)[number];
  id: string;
  name?: string | undefined;
}

interface UseListProps {
  label: string;
  queryKey: QueryKey;
  load: (signal: AbortSignal) => Promise<readonly Use[]>;
  /** Shown when nothing uses it. */
  none: string;
  /** Tab of assistants that shows the use. Default: their first. */
  assistantTab?: "tools";
}

/** The published resources that use a resource, with links. */
export function UseList({ label, queryKey, load, none, assistantTab }: UseListProps) {
  const { t } = useTranslation();
  const query = queryOptions({ queryKey, queryFn: ({ signal }) => load(signal) });
  // Other members may change the objects that use it.
  const uses = useQuery({ ...query, staleTime: 0 });
  if (uses.error) return <Failure m="lg">{t("uses.loadFailed", { reason: uses.error.message })}</Failure>;
  if (!uses.data) return <PageSkeleton />;
  if (uses.data.length === 0) return <TabNote text={none} />;
  return (
    <ul className={classes.uses} aria-label={label}>
      {uses.data.map((use) => (
        <li key={use.id}>
          <UseLink use={use} assistantTab={assistantTab}>
            {use.name ?? t("uses.unnamed")}
          </UseLink>{" "}
          <Pill>{t(`uses.kinds.${use.resource}`)}</Pill>
        </li>
      ))}
    </ul>
  );
}

interface UseLinkProps {
  use: Pick<Use, "resource" | "id">;
  /** Tab of an assistant. */
  assistantTab?: "tools" | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function UseLink({ use: { resource, id }, assistantTab, ...link }: UseLinkProps) {
  return resource === "assistant" ? (
    <Link to="/assistants/$id" params={{ id }} search={{ tab: assistantTab }} {...link} />
  ) : (
    <Link to="/$resource/$id" params={{ resource: PATHS[resource], id }} {...link} />
  );
}
