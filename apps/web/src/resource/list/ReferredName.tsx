import { type ReferredPath, referenceTo } from "../form/references.ts";
import { nameOfEntity } from "../resource-entity.ts";
import { useReferred } from "../use-choices.ts";

interface ReferredNameProps {
  /** First segment of the resource's addresses. */
  to: ReferredPath;
  id: string;
  /** Shown until the name is known, and for a thing without a name. */
  otherwise: string;
}

/** The name of what an id points to. */
export function ReferredName({ to, id, otherwise }: ReferredNameProps) {
  const entity = useReferred(referenceTo(to), [id]).get(id);
  return <>{(entity && nameOfEntity(entity)) ?? otherwise}</>;
}
