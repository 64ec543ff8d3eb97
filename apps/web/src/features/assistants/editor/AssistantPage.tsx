import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useClient } from "../../../data/services.tsx";
import { assistantDraftQuery, assistantQuery } from "../assistant-queries.ts";
import { AssistantEditor } from "./AssistantEditor.tsx";

const route = getRouteApi("/shell/assistants/$id");

export function AssistantPage() {
  const { id } = route.useParams();
  const client = useClient();
  const assistant = useSuspenseQuery(assistantQuery(client, id)).data;
  const draft = useSuspenseQuery(assistantDraftQuery(client, id)).data;
  return <AssistantEditor key={id} assistant={assistant} draft={draft} />;
}
