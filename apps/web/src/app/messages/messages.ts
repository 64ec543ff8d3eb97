import { en } from "./en.ts";
import { enCalls } from "./en-calls.ts";
import { enChats } from "./en-chats.ts";
import { enEmbed } from "./en-embed.ts";
import { enResource } from "./en-resource.ts";
import { enSquads } from "./en-squads.ts";
import { enTokens } from "./en-tokens.ts";
import { enVersions } from "./en-versions.ts";

/** The whole catalogue. A translation has the same shape. */
export const messages = { ...en, ...enCalls, ...enChats, ...enEmbed, ...enResource, ...enSquads, ...enTokens, ...enVersions };
