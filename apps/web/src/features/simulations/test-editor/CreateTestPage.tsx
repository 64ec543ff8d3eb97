import { getRouteApi } from "@tanstack/react-router";
import { FIRST_TEST } from "../suite-tests.ts";
import { TestEditor } from "./TestEditor.tsx";

const route = getRouteApi("/shell/simulations/$id/tests/new");

/** Adds a test to a suite. */
export function CreateTestPage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  return <TestEditor key="new" suiteId={id} initial={FIRST_TEST} tab={tab} />;
}
