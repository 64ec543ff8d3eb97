import { useLocalStorage } from "@mantine/hooks";
import { useSession } from "../../data/services.tsx";
import type { VariableTexts } from "./template-variables.ts";

/** The last variable values that the user entered for an assistant, a squad or a workflow, stored in this browser. */
export function useVariableMemory(ownerId: string) {
  const session = useSession();
  const userId = session.kind === "signed-in" ? session.user.id : "";
  return useLocalStorage<VariableTexts>({
    key: `callwright-variables ${userId} ${ownerId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
}
