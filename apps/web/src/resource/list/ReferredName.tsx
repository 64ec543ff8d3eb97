import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../app/services.tsx";
import { type ReferredPath, referenceTo } from "../form/references.ts";
import { nameOfEntity } from "../resource-entity.ts";
import { choicesQuery } from "../resource-queries.ts";

interface ReferredNameProps {
  /** The first part of its addresses. */
  to: ReferredPath;
  id: string;
  /** Until its name is known, and where it has none. */
  otherwise: string;
}

/** The name of what an id points to. */
export function ReferredName({ to, id, otherwise }: ReferredNameProps) {
  const choices = useQuery(choicesQuery(useClient(), referenceTo(to)));
  const entity = choices.data?.find((each) => each.id === id);
  return <>{(entity && nameOfEntity(entity)) ?? otherwise}</>;
}
