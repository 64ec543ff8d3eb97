/** A listener of one event. */
type Listener<Arguments extends unknown[]> = (...args: Arguments) => void;

/** Events by name, each with the list of its arguments. */
export type EventMap = Record<string, unknown[]>;

/** A typed event emitter. An error in a listener is reported as uncaught and does not stop the other listeners. */
export class TypedEmitter<Events extends EventMap> {
  readonly #listeners: { [Name in keyof Events]?: Set<Listener<Events[Name]>> } = {};

  on<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    const listeners = this.#listeners[event] ?? new Set();
    this.#listeners[event] = listeners;
    listeners.add(listener);
    return this;
  }

  once<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    const onceOnly: Listener<Events[Name]> = (...args) => {
      this.off(event, onceOnly);
      listener(...args);
    };
    return this.on(event, onceOnly);
  }

  off<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    this.#listeners[event]?.delete(listener);
    return this;
  }

  /** Same as `off`, as in Node. */
  removeListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.off(event, listener);
  }

  /** Removes the listeners of one event, or of all. */
  removeAllListeners(event?: keyof Events): this {
    const names = event === undefined ? Object.keys(this.#listeners) : [event];
    for (const name of names) delete this.#listeners[name];
    return this;
  }

  protected emit<Name extends keyof Events>(event: Name, ...args: Events[Name]): void {
    for (const listener of [...(this.#listeners[event] ?? [])]) {
      try {
        listener(...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
