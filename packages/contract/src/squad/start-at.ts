import { z } from "zod";

/** Name of the squad's member or the workflow's node with which a conversation starts, as if it were the first one. */
export const StartAt = z.string().min(1).max(200);
