import type { Fields } from "@callwright/contract";
import { type Folder, KINDS } from "./kinds.ts";
import type { Desired } from "./read-files.ts";
import { referencesOf } from "./references.ts";

/** `skeleton`: the smallest body, because other resources in a circle refer to it. `completion`: the rest. */
export interface Creation {
  desired: Desired;
  part: "whole" | "skeleton" | "completion";
}

/** An order in which each resource comes after those that it refers to. */
export function creationOrder(created: readonly Desired[]): Creation[] {
  const byKey = new Map(created.map((desired) => [desired.key, desired]));
  const order: Creation[] = [];
  const begun = new Set<string>();
  const finished = new Set<string>();
  const skeletons = new Set<string>();

  const targets = (value: Fields) => referencesOf(value).flatMap(({ folder, text }) => byKey.get(keyOf(folder, text)) ?? []);

  const visit = (desired: Desired): void => {
    if (begun.has(desired.key)) {
      if (!finished.has(desired.key)) addSkeleton(desired);
      return;
    }
    begun.add(desired.key);
    const parent = desired.parent === undefined ? undefined : byKey.get(desired.parent);
    if (parent) visit(parent);
    for (const target of targets(desired.value)) visit(target);
    finished.add(desired.key);
    order.push({ desired, part: skeletons.has(desired.key) ? "completion" : "whole" });
  };

  const addSkeleton = (desired: Desired): void => {
    const { skeletonOf, noun } = KINDS[desired.folder];
    if (skeletons.has(desired.key)) return;
    if (!skeletonOf) throw new Error(`A ${noun} cannot be part of a circle of references.`);
    skeletons.add(desired.key);
    for (const target of targets(skeletonOf(desired.value))) visit(target);
    order.push({ desired, part: "skeleton" });
  };

  for (const desired of created) visit(desired);
  return order;
}

/** The key of what a reference names. A scenario with a slash is a test of a suite: `smoke/asks-for-ada`. */
export function keyOf(folder: Folder, slug: string): string {
  return `${folder === "scenarios" && slug.includes("/") ? "test-suites" : folder}/${slug}`;
}
