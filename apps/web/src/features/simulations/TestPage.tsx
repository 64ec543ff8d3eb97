import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useClient } from "../../data/services.tsx";
import { EntityEditor } from "../../resource/page/ResourcePage.tsx";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { RunTests } from "./RunTests.tsx";
import { SuiteLink } from "./SuiteLink.tsx";
import { useTestsOf } from "./suite-tests.ts";

const route = getRouteApi("/shell/test-suites/$id/tests/$testId");

/** One test of a suite. */
export function TestPage() {
  const { id, testId } = route.useParams();
  const { tab } = route.useSearch();
  const resource = useTestsOf(id);
  const test = useSuspenseQuery(resourceQuery(useClient(), resource, testId)).data;
  return (
    <EntityEditor
      key={testId}
      resource={resource}
      entity={test}
      tab={tab}
      parent={<SuiteLink id={id} />}
      menu={({ isChanged }) => <RunTests suiteId={id} testIds={[testId]} isDisabled={isChanged} />}
    />
  );
}
