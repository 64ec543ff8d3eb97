/** A listener of one event. */
type Listener<Arguments extends unknown[]> = (...args: Arguments) => void;

/** Events by name, each with the list of its arguments. */
export type EventMap = Record<string, unknown[]>;

interface Registration<Arguments extends unknown[]> {
  listener: Listener<Arguments>;
  isOnce: boolean;
}

/** A typed event emitter with the methods of Node's. An error in a listener is reported as uncaught and does not stop the other listeners. */
export class TypedEmitter<Events extends EventMap> {
  readonly #registrations: { [Name in keyof Events]?: readonly Registration<Events[Name]>[] } = {};

  on<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    this.#registrations[event] = [...this.#of(event), { listener, isOnce: false }];
    return this;
  }

  once<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    this.#registrations[event] = [...this.#of(event), { listener, isOnce: true }];
    return this;
  }

  /** Called before the listeners that are there already. */
  prependListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    this.#registrations[event] = [{ listener, isOnce: false }, ...this.#of(event)];
    return this;
  }

  prependOnceListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    this.#registrations[event] = [{ listener, isOnce: true }, ...this.#of(event)];
    return this;
  }

  /** Removes the newest registration of this listener, also one of `once`. */
  off<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    const registrations = this.#of(event);
    const newest = registrations.findLastIndex((registration) => registration.listener === listener);
    if (newest !== -1) this.#registrations[event] = registrations.filter((_, index) => index !== newest);
    return this;
  }

  /** Same as `on`, as in Node. */
  addListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.on(event, listener);
  }

  /** Same as `off`, as in Node. */
  removeListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this {
    return this.off(event, listener);
  }

  /** Removes the listeners of one event, or of all. */
  removeAllListeners(event?: keyof Events): this {
    const names = event === undefined ? this.eventNames() : [event];
    for (const name of names) delete this.#registrations[name];
    return this;
  }

  /** The listeners of an event, in the order in which they are called. */
  listeners<Name extends keyof Events>(event: Name): Listener<Events[Name]>[] {
    return this.#of(event).map(({ listener }) => listener);
  }

  listenerCount(event: keyof Events): number {
    return this.#of(event).length;
  }

  /** The events that have listeners. */
  eventNames(): (keyof Events)[] {
    const names = Object.keys(this.#registrations) as (keyof Events)[];
    return names.filter((name) => this.listenerCount(name) > 0);
  }

  /** Returns whether the event had listeners. */
  protected emit<Name extends keyof Events>(event: Name, ...args: Events[Name]): boolean {
    const registrations = this.#of(event);
    for (const registration of registrations) {
      if (registration.isOnce) this.#registrations[event] = this.#of(event).filter((other) => other !== registration);
      try {
        registration.listener.apply(this, args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
    return registrations.length > 0;
  }

  #of<Name extends keyof Events>(event: Name): readonly Registration<Events[Name]>[] {
    return this.#registrations[event] ?? [];
  }
}
