import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { importSPKI, jwtVerify } from "jose";
import { parseByteRange } from "../../blobs/byte-range.ts";
import { sharedKey } from "../azure-container.ts";

/**
 * Google Cloud Storage (XML API) and Azure Blob Storage in memory, as far as files of calls need them. Made of the public documentation as of
 * November 2026: cloud.google.com/storage/docs/xml-api, developers.google.com/identity/protocols/oauth2/service-account (token requests),
 * learn.microsoft.com/rest/api/storageservices (Put Blob, Get Blob, Delete Blob, Shared Key). For S3 there is `blobs/testing/fake-s3.ts`.
 */
export interface FakeStorage {
  url: string;
  bucket: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Statuses of the next answers. */
  failWith: number[];
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, body: Buffer, url: URL) => Promise<{ status: number; code: string } | undefined>;

/** The service's error code for a missing bucket, and its statuses. */
interface Answers {
  missing: string;
  stored: number;
  deleted: number;
}

/** `refusal` answers a request without the right proof. */
async function startStore(bucket: string, root: string, answers: Answers, refusal: Answer): Promise<FakeStorage> {
  const objects: FakeStorage["objects"] = new Map();
  const failWith: number[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const at = new URL(request.url ?? "", url);
    const failure = failWith.shift();
    if (failure !== undefined) return refuse(response, failure, "ServerBusy");
    const refused = await refusal(request, body, at);
    if (refused) return refuse(response, refused.status, refused.code);
    const folder = `${root}/${bucket}/`;
    if (!at.pathname.startsWith(folder)) return refuse(response, 404, answers.missing);
    answer(request, response, decodeURIComponent(at.pathname.slice(folder.length)), body);
  }

  function answer(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    const object = objects.get(key);
    if (request.method === "PUT") {
      objects.set(key, { bytes: body, type: request.headers["content-type"] ?? "" });
      response.writeHead(answers.stored).end();
    } else if (!object) refuse(response, 404, "BlobNotFound");
    else if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(answers.deleted).end();
    } else send(request, response, object.bytes);
  }

  return {
    url,
    bucket,
    objects,
    failWith,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  // Azure's own client names the range in a header of Azure's.
  const range = parseByteRange(String(request.headers["x-ms-range"] ?? request.headers.range ?? ""), bytes.length);
  if (range === "unsatisfiable") refuse(response, 416, "InvalidRange");
  else {
    const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
    const headers = { ETag: '"1"', "Last-Modified": new Date(0).toUTCString(), "Content-Length": part.length };
    response.writeHead(range ? 206 : 200, headers).end(request.method === "HEAD" ? undefined : part);
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`);
}

/** A storage with the fields of a valid credential. */
export interface OpenedStorage extends FakeStorage {
  credential: Record<string, unknown> & { provider: string };
}

export async function startFakeGcs(): Promise<OpenedStorage & { tokens: number }> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = await importSPKI(publicKey.export({ type: "spki", format: "pem" }).toString(), "RS256");
  const clientEmail = "calls@project.iam.gserviceaccount.com";
  let tokens = 0;
  const server = createServer((request, response) => void exchange(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const tokenUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const form = new URLSearchParams(text);
    const claims = { issuer: clientEmail, audience: tokenUri };
    const proof = await jwtVerify(form.get("assertion") ?? "", key, claims).catch(() => undefined);
    const isGood =
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      proof?.payload.scope === "https://www.googleapis.com/auth/devstorage.read_write";
    tokens += 1;
    response.writeHead(isGood ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(isGood ? { access_token: `token-${tokens}`, expires_in: 3599 } : { error: "invalid_grant" }));
  }

  const answers = { missing: "NoSuchBucket", stored: 200, deleted: 204 };
  const store = await startStore("calls", "", answers, async ({ headers }) =>
    /^Bearer token-\d+$/.test(headers.authorization ?? "") ? undefined : { status: 401, code: "AuthenticationRequired" },
  );
  const certs = "https://www.googleapis.com/oauth2/v1/certs";
  return {
    ...store,
    get tokens() {
      return tokens;
    },
    credential: {
      provider: "gcp",
      bucketPlan: { name: store.bucket, path: "/google" },
      gcpKey: {
        type: "service_account",
        projectId: "project",
        privateKeyId: "k1",
        clientEmail,
        clientId: "1",
        tokenUri,
        privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        authUri: "https://accounts.google.com/o/oauth2/auth",
        authProviderX509CertUrl: certs,
        clientX509CertUrl: certs,
        universeDomain: "googleapis.com",
      },
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await store.close();
    },
  };
}

export async function startFakeAzure(): Promise<OpenedStorage> {
  const account = "devstoreaccount1";
  const accountKey = Buffer.from("a key of the account").toString("base64");
  const answers = { missing: "ContainerNotFound", stored: 201, deleted: 202 };
  const store = await startStore("calls", `/${account}`, answers, async (request, _body, url) => {
    const { authorization, ...headers } = request.headers as Record<string, string>;
    if (request.method === "PUT" && headers["x-ms-blob-type"] !== "BlockBlob") return { status: 400, code: "InvalidHeaderValue" };
    const isSigned = authorization === sharedKey({ account, accountKey }, request.method as "GET", url, headers);
    return isSigned ? undefined : { status: 403, code: "AuthenticationFailed" };
  });
  const endpoint = `BlobEndpoint=${store.url}/${account}`;
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey};${endpoint};`;
  const bucketPlan = { connectionString, containerName: store.bucket, path: "azure" };
  return { ...store, credential: { provider: "azure", service: "blob_storage", bucketPlan } };
}
