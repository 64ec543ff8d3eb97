import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

/**
 * A component whose code is loaded when it is first shown. `fallback` is shown until then. `load` loads it before: it is then drawn at once, and
 * nothing below it moves.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  let found: ComponentType<Props> | undefined;
  const find = async () => {
    found = await load();
    return { default: found };
  };
  const Loaded = lazy(find) as unknown as ComponentType<Props>;
  const inPlace = (props: Props) => <Chosen choose={() => found ?? Loaded} fallback={fallback} props={props} />;
  return Object.assign(inPlace, { load: find });
}

interface ChosenProps<Props> {
  choose: () => ComponentType<Props>;
  fallback: ReactNode;
  props: Props;
}

/** Shows the component that is chosen first for as long as it is shown, so that it keeps its state. */
function Chosen<Props extends object>({ choose, fallback, props }: ChosenProps<Props>) {
  const [Part] = useState(choose);
  return (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
