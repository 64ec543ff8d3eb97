import type { Logger } from "../../../platform/config/logger.ts";
import type { JanusClient, SipEvent, SipHandle } from "./janus-client.ts";
import { READ_HEADERS } from "./sip-identity.ts";

/** Receives the events of a call on a handle. */
interface HandleUser {
  take(event: SipEvent): void;
  lost(): void;
}

export interface SipHandlesOptions {
  /** Kamailio's address. */
  proxy: string;
  /** Headers of the registration, which Kamailio checks. */
  pass: Readonly<Record<string, string>>;
  janus: Pick<JanusClient, "attach" | "problem">;
  /** The SIP address that Kamailio sends the calls to. */
  address: string;
  /** Handles for calls: those that wait, and those in calls. At least one waits. */
  handles: number;
  log: Logger;
  onIncoming(handle: SipHandle, event: SipEvent): HandleUser;
  /** Calls can be taken, for the first time or again. */
  onRegistered(): void;
}

const REGISTERED_SECONDS = 60;
/** If Kamailio does not answer, it is asked again after this time. */
const AGAIN_MS = 5_000;

/**
 * A user of Kamailio, and the handles that wait for its calls: the registered one (the master), and helpers that share its registration.
 *
 * ```
 *   attached ── registered ──▶ waiting ── incoming call ──▶ in a call ── detached ──▶ another one is attached
 * ```
 */
export class SipHandles {
  readonly #options: SipHandlesOptions;
  #masterId: number | undefined;
  /** Whether a handle is registered, or tries to be. */
  #hasMaster = false;
  #problem = "it was not asked yet";
  #waiting = 0;
  #inCalls = 0;
  #again: NodeJS.Timeout | undefined;
  #refresh: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SipHandlesOptions) {
    this.#options = options;
  }

  /** Why Kamailio sends no calls. Undefined: it does. */
  get problem(): string | undefined {
    return this.#masterId === undefined ? this.#problem : undefined;
  }

  /** Attaches the handles that are missing. */
  restore(): void {
    const { janus, handles } = this.#options;
    if (this.#isClosed || janus.problem !== undefined) return;
    if (!this.#hasMaster) {
      this.#hasMaster = true;
      void this.#attachMaster();
      return;
    }
    const wanted = Math.max(1, handles - this.#inCalls);
    while (this.#masterId !== undefined && this.#waiting < wanted) {
      this.#waiting += 1;
      void this.#attachHelper(this.#masterId);
    }
  }

  /** Kamailio is away, or was started again and knows no registration. Asks for it again, if it was there. The calls go on. */
  renew(problem: string): void {
    if (this.#masterId === undefined) return;
    this.#registered(undefined, problem);
    this.#refresh?.();
  }

  /** Retries failed registrations. */
  #restoreLater(): void {
    if (this.#isClosed) return;
    this.#again ??= setTimeout(() => {
      this.#again = undefined;
      this.restore();
    }, AGAIN_MS).unref();
  }

  #registered(masterId: number | undefined, problem: string): void {
    const isNew = this.#masterId === undefined;
    this.#masterId = masterId;
    this.#problem = problem;
    if (masterId === undefined) this.#options.log.warn({ problem }, "the SIP line is not registered");
    else if (isNew) {
      this.restore();
      this.#options.onRegistered();
    }
  }

  /** The registered handle. It takes calls, too, and stays, because closing it would end the calls of its helpers. */
  async #attachMaster(): Promise<void> {
    const { proxy, pass: headers, address: username } = this.#options;
    const registration = { username, proxy, register_ttl: REGISTERED_SECONDS, secret: "none", headers };
    let timer: NodeJS.Timeout | undefined;
    await this.#attach(registration, {
      onEvent: (event, { handle, register }) => {
        this.#refresh = () => register({ refresh: true });
        if (event.event === "registered") this.#registered(event.master_id, "");
        else if (event.event === "registration_failed") {
          this.#registered(undefined, `${event.code ?? 0} ${event.reason ?? ""}`.trim());
          timer = setTimeout(() => register(), AGAIN_MS).unref();
        } else if (event.event === "incomingcall") return { ...handle, detach: () => {} };
        return undefined;
      },
      onGone: (problem) => {
        clearTimeout(timer);
        this.#refresh = undefined;
        this.#hasMaster = false;
        this.#registered(undefined, problem);
        this.#restoreLater();
      },
    });
  }

  /** A handle for one call. */
  async #attachHelper(masterId: number): Promise<void> {
    let isWaiting = true;
    await this.#attach(
      { type: "helper", username: this.#options.address, master_id: masterId },
      {
        onEvent: ({ event, code = 0, reason = "" }, { handle, leave }) => {
          if (event === "registration_failed") leave(`${code} ${reason}`);
          if (event !== "incomingcall" || !isWaiting) return undefined;
          isWaiting = false;
          this.#waiting -= 1;
          this.#inCalls += 1;
          this.restore();
          return handle;
        },
        onGone: () => {
          if (isWaiting) this.#waiting -= 1;
          else this.#inCalls -= 1;
          if (isWaiting) this.#restoreLater();
          else this.restore();
        },
      },
    );
  }

  async #attach(registration: object, of: HandleOwner): Promise<void> {
    const { janus, log, onIncoming } = this.#options;
    let user: HandleUser | undefined;
    let handle: SipHandle | undefined;
    let isGone = false;
    const gone = (problem: string) => {
      if (isGone) return;
      isGone = true;
      of.onGone(problem);
    };
    const leave = (problem: string) => {
      handle?.detach();
      gone(problem);
    };
    const failed = (error: unknown, what: string) => {
      log.warn({ err: error }, what);
      leave(error instanceof Error ? error.message : String(error));
    };
    const register = async (more: object) => {
      try {
        await handle?.request({ request: "register", ...registration, ...more });
      } catch (error) {
        failed(error, "a handle for SIP calls could not be registered");
      }
    };
    try {
      handle = await janus.attach({
        onEvent: (event) => {
          if (!handle || isGone) return;
          const ownHandle = handle;
          const detach = () => {
            ownHandle.detach();
            gone("the call has ended");
          };
          const taken = of.onEvent(event, {
            handle: { ...ownHandle, detach },
            leave,
            register: (more = {}) => void register(more),
          });
          if (taken) user = onIncoming(taken, event);
          else if (event.event !== "incomingcall") user?.take(event);
        },
        onLost: () => {
          user?.lost();
          gone("Janus has taken its handle back");
        },
      });
    } catch (error) {
      return failed(error, "a handle for SIP calls could not be attached");
    }
    await register({ incoming_header_prefixes: READ_HEADERS });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }
}

interface HandleOwner {
  /** Returns the handle for the user of a call, if this event begins one. */
  onEvent(
    event: SipEvent,
    own: { handle: SipHandle; leave(problem: string): void; register(more?: object): void },
  ): SipHandle | undefined;
  /** The handle is gone. Called once. */
  onGone(problem: string): void;
}
