import { setTimeout as delay } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  ListToolsResultSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

type Transport = StreamableHTTPClientTransport | SSEClientTransport;

export interface McpConnectionOptions {
  url: URL;
  protocol: "sse" | "shttp";
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Limit of one request, including the retries of `fetch`. */
  timeoutMs: number;
  /** Limit of each request while the connection opens. */
  openTimeoutMs: number;
  /** What happens to the connection between requests, for the log. */
  onProblem: (cause: unknown) => void;
}

/** More tools than any model can choose from. */
const TOOLS_MAX = 128;
const PAGES_MAX = 20;
const CLOSE_MAX_MS = 2_000;
/** The server has forgotten the session, because it was restarted. */
const SESSION_IS_GONE = 404;

/**
 * A session with an MCP server.
 *
 * ```
 *   closed ── open ──▶ open ── the server lists other tools ──▶ open, its tools listed again
 *      ▲                │ └── a call finds the session gone ──▶ opened again, the call repeated once
 *      └──── close ─────┘
 * ```
 * The library's `callTool` and `listTools` compile the schemas of the server, whose patterns could block this thread; the bare requests do not.
 */
export class McpConnection {
  readonly #options: McpConnectionOptions;
  #client: Client | undefined;
  #transport: Transport | undefined;
  #tools: readonly Tool[] = [];

  constructor(options: McpConnectionOptions) {
    this.#options = options;
  }

  /** The tools in the server's latest list. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** Fails when the server does not answer as an MCP server does. */
  async open(): Promise<void> {
    const client = new Client({ name: "callwright", version: "1.0.0" });
    const transport = this.#createTransport();
    client.onerror = this.#options.onProblem;
    client.onclose = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.#refresh());
    this.#client = client;
    this.#transport = transport;
    try {
      await client.connect(transport as Parameters<Client["connect"]>[0], limits(this.#options.openTimeoutMs));
      this.#tools = await this.#list();
    } catch (cause) {
      await this.close();
      throw cause;
    }
  }

  /** Fails without an answer. */
  async call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    const send = async (): Promise<CallToolResult> => {
      if (!this.#client) await this.open();
      const request = { method: "tools/call" as const, params: { name, arguments: args } };
      return this.#connected().request(request, CallToolResultSchema, { ...limits(this.#options.timeoutMs), signal });
    };
    try {
      return await send();
    } catch (cause) {
      if (!(cause instanceof StreamableHTTPError) || cause.code !== SESSION_IS_GONE) throw cause;
      await this.close();
      return send();
    }
  }

  /** Tells the server, if it listens. Never fails. */
  async close(): Promise<void> {
    const [client, transport] = [this.#client, this.#transport];
    this.#client = undefined;
    this.#transport = undefined;
    if (transport instanceof StreamableHTTPClientTransport)
      await Promise.race([transport.terminateSession().catch(() => {}), delay(CLOSE_MAX_MS)]);
    await client?.close().catch(this.#options.onProblem);
  }

  #createTransport(): Transport {
    const { url, protocol, fetch } = this.#options;
    return protocol === "sse" ? new SSEClientTransport(url, { fetch }) : new StreamableHTTPClientTransport(url, { fetch });
  }

  #connected(): Client {
    if (!this.#client) throw new Error("the connection was closed");
    return this.#client;
  }

  async #list(): Promise<readonly Tool[]> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX && tools.length < TOOLS_MAX; page++) {
      const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
      const listed = await this.#connected().request(request, ListToolsResultSchema, limits(this.#options.openTimeoutMs));
      tools.push(...listed.tools);
      cursor = listed.nextCursor;
      if (cursor === undefined) break;
    }
    return tools.slice(0, TOOLS_MAX);
  }

  async #refresh(): Promise<void> {
    try {
      this.#tools = await this.#list();
    } catch (cause) {
      this.#options.onProblem(cause);
    }
  }
}

function limits(timeoutMs: number) {
  return { timeout: timeoutMs, maxTotalTimeout: timeoutMs };
}
