import type { Bucket } from "./bucket.ts";
import { objectUrl } from "./bucket.ts";

interface S3Bucket extends Pick<Bucket, "name" | "folder"> {
  /** The bucket's address. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** A bucket of a service that speaks the protocol of S3. */
export function s3Bucket({ name, folder, url: bucketUrl, ...keys }: S3Bucket): Bucket {
  return {
    name,
    folder,
    async sign({ method, path, headers }) {
      const { AwsV4Signer } = await import("aws4fetch");
      const url = objectUrl(bucketUrl, path).href;
      const signed = await new AwsV4Signer({ ...keys, service: "s3", method, url, headers }).sign();
      return { url: signed.url, headers: Object.fromEntries(signed.headers) };
    },
  };
}
