import { getRouteApi } from "@tanstack/react-router";
import { CreateEditor } from "../../resource/page/ResourceCreatePage.tsx";
import { SuiteLink } from "./SuiteLink.tsx";
import { FIRST_TEST, useTestsOf } from "./suite-tests.ts";

const route = getRouteApi("/shell/test-suites/$id/tests/new");

/** Adds a test to a suite. */
export function CreateTestPage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <CreateEditor
      resource={useTestsOf(id)}
      initial={FIRST_TEST}
      tab={tab}
      parent={<SuiteLink id={id} />}
      onCreated={() =>
        void navigate({ to: "/$resource/$id", params: { resource: "test-suites", id }, ignoreBlocker: true, replace: true })
      }
    />
  );
}
