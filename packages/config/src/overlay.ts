import { isMapping, type Mapping } from "./values.ts";

/** A base with an overlay, as a JSON Merge Patch (RFC 7396): mappings merge, null removes a field, all else replaces. */
export function mergeOverlay(base: Mapping, overlay: Mapping): Mapping {
  const merged: Mapping = { ...base };
  for (const [key, value] of Object.entries(overlay)) {
    if (value === null) delete merged[key];
    else {
      const below = merged[key];
      merged[key] = isMapping(value) ? mergeOverlay(isMapping(below) ? below : {}, value) : value;
    }
  }
  return merged;
}

/** A base and an overlay that give `wanted`. What the overlay sets stays in the overlay; all else goes into the base. */
export function splitOverlay(base: Mapping, overlay: Mapping, wanted: Mapping): { base: Mapping; overlay: Mapping } {
  const result = { base: {} as Mapping, overlay: {} as Mapping };
  for (const key of new Set([...Object.keys(base), ...Object.keys(overlay), ...Object.keys(wanted)])) {
    const [below, above, value] = [base[key], overlay[key], wanted[key]];
    if (!Object.hasOwn(overlay, key)) {
      if (value !== undefined) result.base[key] = value;
    } else if (value === undefined) {
      if (below !== undefined) {
        result.base[key] = below;
        result.overlay[key] = null;
      }
    } else if (isMapping(above) && isMapping(value)) {
      const inner = splitOverlay(isMapping(below) ? below : {}, above, value);
      if (Object.keys(inner.base).length > 0 || below !== undefined) result.base[key] = inner.base;
      result.overlay[key] = inner.overlay;
    } else {
      if (below !== undefined) result.base[key] = below;
      result.overlay[key] = isMapping(below) && isMapping(value) ? patchBetween(below, value) : value;
    }
  }
  return result;
}

/** The overlay that makes `to` of `from`. */
function patchBetween(from: Mapping, to: Mapping): Mapping {
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  const set = Object.entries(to).map(([key, value]) => {
    const below = from[key];
    return [key, isMapping(below) && isMapping(value) ? patchBetween(below, value) : value] as const;
  });
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
}
