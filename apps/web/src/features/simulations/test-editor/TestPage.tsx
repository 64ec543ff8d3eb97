import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useClient } from "../../../data/services.tsx";
import { resourceQuery } from "../../../resource/resource-queries.ts";
import { useTestsOf } from "../suite-tests.ts";
import { TestEditor } from "./TestEditor.tsx";

const route = getRouteApi("/shell/simulations/$id/tests/$testId");

/** One test of a suite. */
export function TestPage() {
  const { id, testId } = route.useParams();
  const { tab } = route.useSearch();
  const test = useSuspenseQuery(resourceQuery(useClient(), useTestsOf(id), testId)).data;
  return <TestEditor key={testId} suiteId={id} test={test} tab={tab} />;
}
