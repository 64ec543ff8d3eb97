/** Gives agents names that differ. A name that is taken gets a number: `Billing 2`. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${wanted} ${number}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
