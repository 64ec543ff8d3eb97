import { StartError } from "../config/start-error.ts";
import type { Late, Module, Port } from "./module.ts";

export const isLate = (need: Port<unknown> | Late<unknown>): need is Late<unknown> => "late" in need;

export const needsOf = ({ spec }: Module): [name: string, need: Port<unknown> | Late<unknown>][] =>
  Object.entries(spec.needs ?? {});

const portsOf = ({ spec, port }: Module): string[] => [port, ...(spec.provides ?? []).map((provided) => provided.port.port)];

/**
 * Modules in the order in which they open: each after the modules that provide what it needs, and otherwise as the list has them. Fails with a
 * `StartError` for a circle, a need that nobody provides, and two providers of one port.
 */
export function moduleOrder(modules: readonly Module[]): Module[] {
  const providers = new Map<string, Module>();
  for (const module of modules)
    for (const port of portsOf(module)) {
      const other = providers.get(port);
      if (other) throw new StartError(`'${port}' is provided twice: by ${other.port} and by ${module.port}.`);
      providers.set(port, module);
    }

  const ordered: Module[] = [];
  const path: Module[] = [];
  const visit = (module: Module): void => {
    if (ordered.includes(module)) return;
    if (path.includes(module)) throw new StartError(circleSentence([...path.slice(path.indexOf(module)), module]));
    path.push(module);
    for (const [, need] of needsOf(module)) {
      const { port } = isLate(need) ? need.late : need;
      const provider = providers.get(port);
      if (!provider)
        throw new StartError(`The module '${module.port}' needs '${port}', which no module provides. Is it in modules.ts?`);
      if (!isLate(need)) visit(provider);
    }
    path.pop();
    ordered.push(module);
  };
  modules.forEach(visit);
  return ordered;
}

function circleSentence(circle: readonly Module[]): string {
  const names = circle.map(({ port }) => port).join(" → ");
  return `Modules need each other in a circle: ${names}. The lower one must define a port for what it needs of the higher one, and need it late.`;
}
