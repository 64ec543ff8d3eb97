interface ElevenLabsDictionary {
  id: string;
  name: string;
  version: number;
  rules: unknown[];
  archived: boolean;
}

interface Answer {
  status: number;
  body?: unknown;
}

/**
 * Pronunciation dictionaries of ElevenLabs and Cartesia, as https://elevenlabs.io/docs/api-reference/pronunciation-dictionaries and
 * https://docs.cartesia.ai/api-reference/pronunciation-dicts/create describe them (2026-11-26).
 */
export class FakeDictionaries {
  readonly elevenLabs = new Map<string, ElevenLabsDictionary>();
  readonly cartesia = new Map<string, object>();

  /** Undefined for other addresses. */
  answer(method: string | undefined, pathname: string, body: Record<string, unknown>): Answer | undefined {
    const [, eleven, setRules] = /^\/v1\/pronunciation-dictionaries\/([\w-]+)(\/set-rules)?$/.exec(pathname) ?? [];
    if (eleven !== undefined) return this.#elevenLabs(method, eleven, setRules !== undefined, body);
    const [, cartesia] = /^\/pronunciation-dicts\/(\w*)$/.exec(pathname) ?? [];
    return cartesia === undefined ? undefined : this.#cartesia(method, cartesia, body);
  }

  #elevenLabs(method: string | undefined, id: string, setsRules: boolean, body: Record<string, unknown>): Answer {
    if (id === "add-from-rules") {
      const { name, rules } = body;
      if (typeof name !== "string" || !Array.isArray(rules))
        return { status: 422, body: { detail: [{ msg: "Field required" }] } };
      const made = { id: `dict${this.elevenLabs.size + 1}`, name, version: 1, rules, archived: false };
      this.elevenLabs.set(made.id, made);
      return { status: 200, body: { id: made.id, name, version_id: "v1", version_rules_num: rules.length } };
    }
    const known = this.elevenLabs.get(id);
    if (!known) return { status: 404, body: { detail: { message: "dictionary not found" } } };
    if (setsRules) Object.assign(known, { rules: body.rules, version: known.version + 1 });
    else if (method === "PATCH") Object.assign(known, body);
    return {
      status: 200,
      body: {
        id: known.id,
        name: known.name,
        latest_version_id: `v${known.version}`,
        latest_version_rules_num: known.rules.length,
        permission_on_resource: "admin",
        creation_time_unix: 1_700_000_000,
      },
    };
  }

  #cartesia(method: string | undefined, id: string, body: Record<string, unknown>): Answer {
    if (id === "") {
      const made = { id: `pdict_${this.cartesia.size + 1}`, owner_id: "o", pinned: false, items: [], ...body };
      this.cartesia.set(made.id, made);
      return { status: 200, body: made };
    }
    const known = this.cartesia.get(id);
    if (!known) return { status: 404, body: "not found" };
    if (method === "DELETE") {
      this.cartesia.delete(id);
      return { status: 204 };
    }
    return { status: 200, body: Object.assign(known, body) };
  }
}
