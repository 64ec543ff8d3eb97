import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { type Numbers, simulatedNumbersQuery } from "./handset-queries.ts";

interface SimulatedNumbersProps {
  /** Adds the first one. */
  add: ReactNode;
  children: (numbers: Numbers) => ReactNode;
}

/** The simulated numbers of the organization, or how to get one. */
export function SimulatedNumbers({ add, children }: SimulatedNumbersProps) {
  const { t } = useTranslation();
  const numbers = useQuery(simulatedNumbersQuery(useClient()));
  const error = useShownError(numbers.error);
  const [first, ...others] = numbers.data ?? [];
  return (
    <>
      <Failure m="md">{error?.message}</Failure>
      {numbers.isPending && !error && <PageSkeleton />}
      {numbers.data && !first && <EmptyNote title={t("handset.empty")} body={t("handset.emptyBody")} action={add} />}
      {first && children([first, ...others])}
    </>
  );
}
