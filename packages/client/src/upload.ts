/** Progress of an upload in bytes, including a form's boundaries and headers. */
export interface UploadProgress {
  loadedBytes: number;
  totalBytes: number;
}

type Listener = (progress: UploadProgress) => void;

/** Sends a request and reports its progress: with `XMLHttpRequest` in browsers, otherwise with a counted stream. */
export function upload(fetchIt: typeof fetch, url: string, request: RequestInit, onProgress: Listener): Promise<Response> {
  return typeof XMLHttpRequest === "undefined"
    ? fetchCounted(fetchIt, url, request, onProgress)
    : sendByXhr(url, request, onProgress);
}

/** Only Chrome can stream a request body, and only over HTTP/2. */
async function fetchCounted(fetchIt: typeof fetch, url: string, request: RequestInit, onProgress: Listener): Promise<Response> {
  // Encodes a form, to get its boundary and size.
  const encoded = await new Response(request.body).blob();
  const headers = new Headers(request.headers);
  headers.set("content-type", encoded.type);
  let loadedBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      controller.enqueue(chunk);
      loadedBytes += chunk.byteLength;
      onProgress({ loadedBytes, totalBytes: encoded.size });
    },
  });
  const streamed = { ...request, headers, body: encoded.stream().pipeThrough(counter), duplex: "half" };
  return fetchIt(url, streamed);
}

/** Resolves and rejects like fetch. */
function sendByXhr(url: string, request: RequestInit, onProgress: Listener): Promise<Response> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(request.method ?? "GET", url);
    xhr.responseType = "blob";
    for (const [name, value] of new Headers(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ loadedBytes: loaded, totalBytes: total });
    xhr.onload = () => resolve(responseOf(xhr));
    xhr.onerror = () => reject(new TypeError("The request failed."));
    xhr.onabort = () => reject(signal?.reason);
    xhr.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort);
    xhr.send(request.body as XMLHttpRequestBodyInit);
  });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body: Blob = xhr.response;
  // `Response` throws if a status without a body gets one.
  return new Response(body.size > 0 ? body : null, { status: xhr.status, headers });
}
