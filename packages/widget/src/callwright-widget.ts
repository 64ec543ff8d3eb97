import { CallwrightCall } from "@callwright/call";
import { type ClientMessageInput, parseUrl } from "@callwright/contract";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { WidgetConversation } from "./conversation/conversation.ts";
import { itemsOf, messagesOf, type WidgetMessage } from "./conversation/history.ts";
import { isConsentGiven, keepConsent, keepExpanded, wasExpanded } from "./conversation/visit-storage.ts";
import { type GivenOptions, type OptionProblem, parseAttribute, readOptions } from "./options/read-options.ts";
import { attributeOf, defaultOf, WIDGET_OPTION_NAMES, type WidgetOptions } from "./options/widget-options.ts";
import { brokenNotice, launcher } from "./view/launcher.ts";
import { OptionSheet } from "./view/option-sheet.ts";
import { panel } from "./view/panel.ts";
import { loadRichText } from "./view/rich-text.ts";
import { styles } from "./view/styles/styles.ts";
import type { WidgetView } from "./view/widget-view.ts";
import type { WidgetEventDetails, WidgetEventMap, WidgetState } from "./widget-events.ts";

/** Some bundlers replace a module's address by that of its file. */
const moduleUrl = parseUrl(import.meta.url);
/** The server of this module, unless `api-url` is set. Undefined in a bundle that has no address: the page's server. */
const OWN_ORIGIN = moduleUrl && /^https?:$/.test(moduleUrl.protocol) ? moduleUrl.origin : undefined;

/** How far from its end the log may be scrolled and still follow new messages. */
const FOLLOW_WITHIN_PX = 60;

/** Actions that wait for consent. */
type Pending = { type: "call" } | { type: "message"; text: string };

/** Every option is a property. The accessors are generated from the table. */
const OptionsElement = LitElement as unknown as new () => LitElement & WidgetOptions;

/**
 * `<callwright-widget>`: talk and chat with an assistant on any page. Options are attributes in kebab-case or properties, see
 * `docs/widget.md`. It emits events (`WidgetEventMap`).
 */
export class CallwrightWidget extends OptionsElement {
  static styles = styles;

  static properties = Object.fromEntries(
    WIDGET_OPTION_NAMES.map((name) => [
      name,
      { attribute: attributeOf(name), converter: (text: string | null) => parseAttribute(name, text) },
    ]),
  );

  readonly #sheet = new OptionSheet();
  readonly #conversation: WidgetConversation;
  #options: WidgetOptions;
  #problems: readonly OptionProblem[] = [];
  #toldProblems = new Set<string>();
  #isOpen = false;
  #draft = "";
  #pending: Pending | undefined;
  #isConsentGiven = false;
  #hadFocus = false;
  #isLogAtEnd = true;
  #lastState = "";
  #pageEvents: AbortController | undefined;

  constructor() {
    super();
    for (const name of WIDGET_OPTION_NAMES) Object.assign(this, { [name]: defaultOf(name) });
    this.#options = this.#readOptions();
    this.#conversation = new WidgetConversation(
      {
        fetch: (input, init) => fetch(input, init),
        createCall: (publicKey, apiUrl) => new CallwrightCall(publicKey, apiUrl),
        tell: (name, detail) => this.#tell(name, detail),
        onChange: () => this.#conversationChanged(),
      },
      { ...this.#options, apiUrl: this.#apiUrl },
    );
  }

  /** The panel is open. Always false if headless. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The widget's state. `state-change` reports changes. */
  get state(): WidgetState {
    return { ...this.#conversation.state, isOnline: navigator.onLine };
  }

  /** All messages so far, typed and spoken, in order. */
  get messages(): readonly WidgetMessage[] {
    return messagesOf(this.#conversation.history);
  }

  /** Consent is given or not required. */
  get hasConsent(): boolean {
    return !this.#options.consentRequired || this.#isConsentGiven || isConsentGiven(this.#options.consentStorageKey);
  }

  open(): void {
    if (!this.#isOpen) this.#setOpen(true);
  }

  /** A running call continues. */
  close(): void {
    this.#pending = undefined;
    if (this.#isOpen) this.#setOpen(false);
  }

  toggle(): void {
    if (this.#isOpen) this.close();
    else this.open();
  }

  /** Resolves with true if the call was joined. If consent is missing, the panel opens and asks for it first. */
  async startCall(): Promise<boolean> {
    if (!this.#mayBegin({ type: "call" })) return false;
    return this.#conversation.startCall();
  }

  /** Resolves when the call is cleaned up. */
  endCall(): Promise<void> {
    return this.#conversation.endCall();
  }

  /** Sends text to the running call, or else to the chat. Returns true if it was sent. */
  async sendMessage(text: string): Promise<boolean> {
    if (!this.#mayBegin({ type: "message", text })) return false;
    return this.#conversation.write(text);
  }

  /** Sends a client message (`add-message`, `say`, `control` …) to the running call. Returns false without a call. */
  send(message: ClientMessageInput): boolean {
    return this.#conversation.send(message);
  }

  /** No effect without a call. */
  setMuted(isMuted: boolean): void {
    this.#conversation.setMuted(isMuted);
  }

  endChat(): void {
    this.#conversation.endChat();
  }

  /** Clears all messages. The next one starts a new chat. */
  clear(): void {
    this.#conversation.clear();
  }

  /** For pages that ask for consent themselves. */
  giveConsent(): void {
    this.#isConsentGiven = true;
    keepConsent(this.#options.consentStorageKey);
    this.#tell("consent-change", { isGiven: true });
    this.requestUpdate();
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending?.type === "call") void this.startCall();
    if (pending?.type === "message") void this.sendMessage(pending.text);
  }

  override addEventListener<Name extends keyof WidgetEventMap>(
    type: Name,
    listener: (this: CallwrightWidget, event: WidgetEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | ((this: CallwrightWidget, event: never) => unknown) | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener as EventListenerOrEventListenerObject, options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#pageEvents?.abort();
    this.#pageEvents = new AbortController();
    const { signal } = this.#pageEvents;
    for (const name of ["online", "offline"]) addEventListener(name, () => this.#conversationChanged(), { signal });
    void this.#resume();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that was only moved is back before the next microtask.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#pageEvents?.abort();
      this.#conversation.release();
    });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(this.#sheet.sheet);
    return root;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const log = this.renderRoot.querySelector(".log");
    this.#isLogAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < FOLLOW_WITHIN_PX;
    this.#hadFocus = this.shadowRoot?.activeElement != null;
    if (!WIDGET_OPTION_NAMES.some((name) => changed.has(name))) return;
    this.#options = this.#readOptions();
    this.#sheet.apply(this.#options);
    this.#conversation.configure({ ...this.#options, apiUrl: this.#apiUrl });
  }

  protected override updated(): void {
    const log = this.renderRoot.querySelector(".log");
    if (log && this.#isLogAtEnd) log.scrollTop = log.scrollHeight;
    // The focused element is gone, for example a replaced button. Focus the current control.
    if (this.#hadFocus && !this.shadowRoot?.activeElement) this.#focusPanel();
    this.#tellProblems();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { headless, theme, position } = this.#options;
    if (headless) return nothing;
    const view = this.#view();
    const open = this.#isOpen && view.fatal.length === 0;
    // An empty title hides the element's title as a tooltip.
    return html`<div class="frame ${theme} ${position} ${open ? "is-open" : ""}" title="">
      ${view.fatal.length > 0 ? brokenNotice(view) : open ? panel(view) : launcher(view)}
    </div>`;
  }

  get #apiUrl(): string {
    return (this.#options.apiUrl ?? OWN_ORIGIN ?? location.origin).replace(/\/+$/, "");
  }

  /** The storage name, different for each widget of a page. */
  get #storageName(): string {
    return this.id ? `:${this.id}` : "";
  }

  #readOptions(): WidgetOptions {
    const given = Object.fromEntries(WIDGET_OPTION_NAMES.map((name) => [name, this[name]])) as GivenOptions;
    const { options, problems } = readOptions(given, (text) => CSS.supports("color", text));
    this.#problems = problems;
    return options;
  }

  #view(): WidgetView {
    const conversation = this.#conversation;
    const { call, isCallRunning, isChatEnded, problem, history } = conversation;
    return {
      options: this.#options,
      state: this.state,
      call,
      isCallRunning,
      isChatEnded,
      problem,
      items: itemsOf(history),
      fatal: this.#problems.filter(({ isFatal }) => isFatal),
      isOpen: this.#isOpen,
      needsConsent: !this.hasConsent,
      draft: this.#draft,
      open: () => this.open(),
      close: () => this.close(),
      agree: () => this.giveConsent(),
      refuse: () => this.close(),
      startCall: () => void this.startCall(),
      endCall: () => void this.endCall(),
      toggleMuted: () => this.setMuted(!call.isMuted),
      retryMicrophone: () => void conversation.retryMicrophone(),
      endChat: () => this.endChat(),
      startOver: () => this.clear(),
      retry: (id) => void conversation.retry(id),
      changeDraft: (text) => this.#changeDraft(text),
      send: () => this.#sendDraft(),
    };
  }

  #changeDraft(text: string): void {
    this.#draft = text;
    this.requestUpdate();
  }

  #sendDraft(): void {
    const text = this.#draft;
    if (!text.trim()) return;
    this.#changeDraft("");
    void this.sendMessage(text);
  }

  /** Restores the state of the previous page: an open panel, a running call. */
  async #resume(): Promise<void> {
    await this.updateComplete;
    if (!this.isConnected || this.#problems.some(({ isFatal }) => isFatal)) return;
    if (!this.#isOpen && wasExpanded(this.#storageName)) this.#setOpen(true, "keep the focus");
    if (this.hasConsent) await this.#conversation.rejoinCall();
  }

  /** False if something is missing. For missing consent, asks for it and runs the action afterward. */
  #mayBegin(pending: Pending): boolean {
    if (this.#problems.some(({ isFatal }) => isFatal)) return false;
    if (this.hasConsent) return true;
    if (this.#options.headless)
      this.#tell("error", {
        source: "option",
        code: "consent-missing",
        message: "Consent is required. Ask the visitor, then call giveConsent().",
      });
    else {
      this.#pending = pending;
      this.open();
    }
    return false;
  }

  #setOpen(isOpen: boolean, focus?: "keep the focus"): void {
    if (this.#options.headless) return;
    const hadFocus = this.shadowRoot?.activeElement != null;
    this.#isOpen = isOpen;
    if (isOpen) loadRichText(() => this.requestUpdate());
    keepExpanded(this.#storageName, isOpen);
    this.requestUpdate();
    this.#tell("open-change", { isOpen });
    if (focus) return;
    void this.updateComplete.then(() => {
      if (isOpen) this.#focusPanel();
      else if (hadFocus) this.renderRoot.querySelector<HTMLElement>(".launcher")?.focus();
    });
  }

  /** Focuses the current control. Not the text field on a touch screen, where the keyboard would cover the panel. */
  #focusPanel(): void {
    const first = this.renderRoot.querySelector<HTMLElement>("[data-focus]:not(:disabled)");
    const isKeyboard = first instanceof HTMLTextAreaElement && matchMedia("(pointer: coarse)").matches;
    const target = first && !isKeyboard ? first : this.renderRoot.querySelector<HTMLElement>(".panel, .launcher");
    target?.focus({ preventScroll: true });
  }

  #conversationChanged(): void {
    this.requestUpdate();
    const state = JSON.stringify(this.state);
    if (state === this.#lastState) return;
    this.#lastState = state;
    this.#tell("state-change", this.state);
  }

  #tellProblems(): void {
    for (const { attribute, message, isFatal } of this.#problems) {
      if (this.#toldProblems.has(message)) continue;
      this.#toldProblems.add(message);
      // biome-ignore lint/suspicious/noConsole: for the page's developer; non-fatal problems are not shown on the page.
      console.warn(`Callwright widget: ${message}`);
      this.#tell("error", {
        source: "option",
        code: isFatal ? "option-missing" : "option-invalid",
        message: `${attribute}: ${message}`,
      });
    }
  }

  #tell<Name extends keyof WidgetEventDetails>(name: Name, detail: WidgetEventDetails[Name]): void {
    if (name === "volume-level") this.#showLevel(Number(detail));
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** Called ten times a second, so it bypasses the template. */
  #showLevel(level: number): void {
    const bars = this.renderRoot?.querySelector<HTMLElement>(".levels");
    bars?.style.setProperty("--callwright-level", String(Math.sqrt(level)));
  }
}
