import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** A component whose code is loaded when it is first shown. `fallback` is shown until then. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null) {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  const inPlace = (props: Props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  );
  return inPlace;
}
