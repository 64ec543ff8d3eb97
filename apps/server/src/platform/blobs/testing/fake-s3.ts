import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignatureV4 } from "@smithy/signature-v4";
import { parseByteRange } from "../byte-range.ts";

export const FAKE_S3 = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a secret of the store",
  region: "eu-test-1",
  bucket: "voices",
};

interface StoredObject {
  bytes: Buffer;
  type: string;
  modifiedAt: Date;
}

export interface FakeS3 {
  /** The bucket's address. */
  url: string;
  objects: Map<string, StoredObject>;
  /** Statuses of the next answers. */
  failWith: number[];
  /** Each request waits for it. */
  pause: () => Promise<void>;
  close: () => Promise<void>;
}

/** The interface for hashes that AWS's signer expects. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as string);
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }
  reset(): void {}
}

/**
 * The part of S3 that a store of blobs needs, in memory: one bucket, objects with ranges, S3's error documents. Signatures are checked with AWS's own
 * signer, bodies by the signed checksum; a body without a length is refused, as S3 does. A bucket in the host name is alone on its host.
 */
export async function startFakeS3(bucketIn: "path" | "host" = "path"): Promise<FakeS3> {
  const objects: FakeS3["objects"] = new Map();
  const failWith: number[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = bucketIn === "path" ? `${origin}/${FAKE_S3.bucket}` : origin;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    await fake.pause();
    const failure = failWith.shift();
    if (failure !== undefined) return refuse(response, failure, "SlowDown");
    const { pathname, searchParams } = new URL(request.url ?? "", origin);
    const problem = await signatureProblem(request, pathname, Object.fromEntries(searchParams), body);
    if (problem) return refuse(response, 403, problem);
    const root = `${new URL(url).pathname.replace(/\/$/, "")}/`;
    if (!pathname.startsWith(root)) return refuse(response, 404, "NoSuchBucket");
    serve(request, response, pathname.slice(root.length), body);
  }

  function serve(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    const object = objects.get(key);
    if (request.method === "PUT") store(request, response, key, body);
    else if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (object) send(request, response, object);
    else refuse(response, 404, "NoSuchKey");
  }

  function store(request: IncomingMessage, response: ServerResponse, key: string, bytes: Buffer): void {
    if (request.headers["content-length"] === undefined) refuse(response, 411, "MissingContentLength");
    else {
      objects.set(key, { bytes, type: request.headers["content-type"] ?? "", modifiedAt: new Date() });
      response.writeHead(200, { ETag: etagOf(bytes) }).end();
    }
  }

  const fake: FakeS3 = {
    url,
    objects,
    failWith,
    pause: async () => {},
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Undefined if the request matches its signature by our key. */
async function signatureProblem(
  request: IncomingMessage,
  path: string,
  query: Record<string, string>,
  body: Buffer,
): Promise<string | undefined> {
  const { authorization = "", ...headers } = request.headers as Record<string, string>;
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), /.exec(
    authorization,
  );
  if (!match) return "AccessDenied";
  const [, accessKeyId, region, names = ""] = match;
  if (accessKeyId !== FAKE_S3.accessKeyId) return "InvalidAccessKeyId";
  if (region !== FAKE_S3.region) return "AuthorizationHeaderMalformed";
  const checksum = headers["x-amz-content-sha256"];
  const isBody = checksum === "UNSIGNED-PAYLOAD" || checksum === createHash("sha256").update(body).digest("hex");
  if (!isBody) return "XAmzContentSHA256Mismatch";
  const signer = new SignatureV4({
    service: "s3",
    credentials: FAKE_S3,
    region,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const signed = Object.fromEntries(names.split(";").map((name) => [name, headers[name] ?? ""]));
  const date = (headers["x-amz-date"] ?? "").replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const unsigned = { method: request.method ?? "", protocol: "http:", hostname: "127.0.0.1", path, query, headers: signed };
  const again = await signer.sign(unsigned, { signingDate: new Date(date) });
  return again.headers.authorization === authorization ? undefined : "SignatureDoesNotMatch";
}

function send({ method, headers }: IncomingMessage, response: ServerResponse, { bytes, type, modifiedAt }: StoredObject): void {
  const range = parseByteRange(headers.range, bytes.length);
  if (range === "unsatisfiable") refuse(response, 416, "InvalidRange");
  else {
    const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
    const told = { ETag: etagOf(bytes), "Last-Modified": modifiedAt.toUTCString(), "Content-Type": type };
    response.writeHead(range ? 206 : 200, { ...told, "Content-Length": part.length });
    response.end(method === "HEAD" ? undefined : part);
  }
}

const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

function refuse(response: ServerResponse, status: number, code: string): void {
  const document = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}, says S3</Message></Error>`;
  response.writeHead(status, { "Content-Type": "application/xml" }).end(document);
}
