import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { Failure } from "../../kit/Failure.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { type SimulatedNumber, simulatedNumbersQuery } from "./handset-queries.ts";

/** The simulated numbers of the organization, once they are loaded. */
export function SimulatedNumbers({ children }: { children: (numbers: readonly SimulatedNumber[]) => ReactNode }) {
  const numbers = useQuery(simulatedNumbersQuery(useClient()));
  const error = useShownError(numbers.error);
  return (
    <>
      <Failure m="md">{error?.message}</Failure>
      {numbers.isPending && !error && <PageSkeleton />}
      {numbers.data && children(numbers.data)}
    </>
  );
}
