import { inArray } from "drizzle-orm";
import { fileTextBlobKey } from "../../platform/blobs/blob-key.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { readFileText } from "./file/read-file.ts";
import { fileRoutes } from "./file/routes.ts";
import { readWebsite } from "./knowledge-base/read-website.ts";
import { knowledgeBaseRoutes } from "./knowledge-base/routes.ts";
import { startEmbedding, startFileReading, startWebsiteReading } from "./reading.ts";
import { file } from "./tables.ts";

export const knowledge = defineModule({
  name: "knowledge",
  async open({ platform }) {
    const { embeddings } = platform;
    const embedding = embeddings && (await startEmbedding({ ...platform, embeddings }));
    const reading = { ...platform, addEmbedding: embedding?.add };
    const files = await startFileReading({ ...platform, read: (file, signal) => readFileText(reading, file, signal) });
    const websites = await startWebsiteReading({ ...platform, read: (page, signal) => readWebsite(reading, page, signal) });
    return {
      service: { addFile: files.add, addWebsite: websites.add },
      close() {
        files.abort();
        websites.abort();
        embedding?.abort();
      },
    };
  },
  routes(app, { platform, service }) {
    fileRoutes(app, platform, service.addFile);
    knowledgeBaseRoutes(app, platform, service.addWebsite);
  },
  lifetimes: [
    {
      table: file,
      async blobKeys(db, ids) {
        const rows = await db
          .select({ id: file.id, orgId: file.orgId, state: file.state })
          .from(file)
          .where(inArray(file.id, ids));
        return rows.flatMap(({ id, orgId, state }) => [String(state.key), fileTextBlobKey(orgId, id)]);
      },
    },
  ],
});
