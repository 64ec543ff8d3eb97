import { type Fields, isFields } from "@callwright/contract";

/** A base with an overlay, as a JSON Merge Patch (RFC 7396): mappings merge, null removes a field, all else replaces. */
export function mergeOverlay(base: Fields, overlay: Fields): Fields {
  const merged: Fields = { ...base };
  for (const [key, value] of Object.entries(overlay)) {
    if (value === null) delete merged[key];
    else {
      const below = merged[key];
      merged[key] = isFields(value) ? mergeOverlay(isFields(below) ? below : {}, value) : value;
    }
  }
  return merged;
}

/** A base and an overlay that together give `wanted`. Fields of the overlay stay there; all others go into the base. */
export function splitOverlay(base: Fields, overlay: Fields, wanted: Fields): { base: Fields; overlay: Fields } {
  const result = { base: {} as Fields, overlay: {} as Fields };
  for (const key of new Set([...Object.keys(base), ...Object.keys(overlay), ...Object.keys(wanted)])) {
    const [below, above, value] = [base[key], overlay[key], wanted[key]];
    if (!Object.hasOwn(overlay, key)) {
      if (value !== undefined) result.base[key] = value;
    } else if (value === undefined) {
      if (below !== undefined) {
        result.base[key] = below;
        result.overlay[key] = null;
      }
    } else if (isFields(above) && isFields(value)) {
      const inner = splitOverlay(isFields(below) ? below : {}, above, value);
      if (Object.keys(inner.base).length > 0 || below !== undefined) result.base[key] = inner.base;
      result.overlay[key] = inner.overlay;
    } else {
      if (below !== undefined) result.base[key] = below;
      result.overlay[key] = isFields(below) && isFields(value) ? patchBetween(below, value) : value;
    }
  }
  return result;
}

/** The overlay that turns `from` into `to`. */
function patchBetween(from: Fields, to: Fields): Fields {
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  const set = Object.entries(to).map(([key, value]) => {
    const below = from[key];
    return [key, isFields(below) && isFields(value) ? patchBetween(below, value) : value] as const;
  });
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
}
