interface PaletteGroup<Action> {
  group: string;
  actions: Action[];
}

/**
 * The actions whose label holds every word of the query, in each group the closest first: the label itself, then labels that
 * begin with the query, then shorter before longer ones. A group with none of them is left out.
 */
export function filterPalette<Action extends { label?: string }>(
  query: string,
  groups: ReadonlyArray<PaletteGroup<Action>>,
): Array<PaletteGroup<Action>> {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const labelOf = (action: Action) => action.label?.toLowerCase() ?? "";
  const distance = (action: Action) => {
    const label = labelOf(action);
    return (label === wanted ? 0 : label.startsWith(wanted) ? 1 : 2) * 1000 + label.length;
  };
  const found = groups.map(({ group, actions }) => ({
    group,
    actions: actions
      .filter((action) => words.every((word) => labelOf(action).includes(word)))
      .sort((a, b) => (wanted === "" ? 0 : distance(a) - distance(b))),
  }));
  return found.filter(({ actions }) => actions.length > 0);
}
