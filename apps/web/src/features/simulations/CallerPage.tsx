import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useClient } from "../../data/services.tsx";
import { initialObject } from "../../resource/page/initial-object.ts";
import { PageMenu } from "../../resource/page/PageMenu.tsx";
import { CreateEditor } from "../../resource/page/ResourceCreatePage.tsx";
import { EntityEditor } from "../../resource/page/ResourcePage.tsx";
import { resourceQuery } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { personalityResource } from "./personality-resource.ts";
import { SUITES } from "./suites.ts";

const page = getRouteApi("/shell/simulations/callers/$callerId");
const create = getRouteApi("/shell/simulations/callers/new");

/** A caller of the organization. */
export function CallerPage() {
  const { callerId } = page.useParams();
  const { tab } = page.useSearch();
  const personality = useSuspenseQuery(resourceQuery(useClient(), personalityResource, callerId)).data;
  return (
    <EntityEditor
      key={callerId}
      resource={personalityResource}
      entity={personality}
      tab={tab}
      parent={<Parent />}
      menu={(edited) => <PageMenu resource={personalityResource} entity={personality} edited={edited} listPath={SUITES.path} />}
    />
  );
}

/** Adds a caller to the organization. */
export function CreateCallerPage() {
  const { tab } = create.useSearch();
  const navigate = create.useNavigate();
  return (
    <CreateEditor
      resource={personalityResource}
      initial={initialObject(personalityResource, undefined)}
      tab={tab}
      parent={<Parent />}
      onCreated={({ id }) =>
        void navigate({ to: "/simulations/callers/$callerId", params: { callerId: id }, ignoreBlocker: true, replace: true })
      }
    />
  );
}

function Parent() {
  const texts = useResourceTexts(SUITES);
  return (
    <Link to="/$resource" params={{ resource: SUITES.path }}>
      {texts.title}
    </Link>
  );
}
