import * as z from 'zod/mini'
import { withoutTrailingSlash } from './trailing-slash.ts'

/** A bucket of an S3 server, or a folder in one, for the files of one installation. */
export interface S3Config {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** Without a trailing slash; null: Amazon's endpoint of the region. */
  readonly endpoint: string | null
  readonly region: string
  /** Null: credentials that Amazon's libraries find, such as the machine's role. */
  readonly keys: { readonly id: string; readonly secret: string } | null
  /** Whether the bucket's name is in the path instead of the host name. */
  readonly pathStyle: boolean
}

export const S3Endpoint = z.pipe(
  z.url({ protocol: /^https?$/ }).check(z.refine((text) => new URL(text).username === '')),
  withoutTrailingSlash,
)
export const S3Bucket = z.string().check(z.regex(/^[\w.-]{3,63}$/))
export const S3Region = z.string().check(z.regex(/^[\w-]{1,40}$/))
export const S3KeyId = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))
export const S3Secret = z.string().check(z.regex(/^[\x21-\x7e]{1,400}$/))
export const S3Prefix = z.pipe(
  z.string().check(z.regex(/^\w[\w.-]{0,59}(?:\/\w[\w.-]{0,59}){0,4}\/?$/)),
  z.transform((text) => (text.endsWith('/') ? text : `${text}/`)),
)

interface Read {
  (
    name:
      | 'S3_BUCKET'
      | 'S3_PREFIX'
      | 'S3_ENDPOINT'
      | 'S3_REGION'
      | 'S3_ACCESS_KEY_ID'
      | 'S3_SECRET_ACCESS_KEY',
  ): string | null
  (name: 'S3_PATH_STYLE'): boolean | null
}

/** `wrong`: incomplete settings, which would otherwise appear only when a photo fails. */
export function s3Config(read: Read): { readonly s3: S3Config | null; readonly wrong: readonly string[] } {
  const bucket = read('S3_BUCKET')
  const endpoint = read('S3_ENDPOINT')
  const [id, secret] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')]
  const others = {
    prefix: read('S3_PREFIX') ?? '',
    region: read('S3_REGION') ?? 'us-east-1',
    pathStyle: read('S3_PATH_STYLE') ?? endpoint !== null,
  }
  const wrong: string[] = []
  if (bucket === null && (endpoint !== null || id !== null || secret !== null))
    wrong.push('S3_BUCKET must be set too: without it files are kept in DATA_DIR.')
  if ((id === null) !== (secret === null))
    wrong.push(`${id === null ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY'} must be set too.`)
  const keys = id !== null && secret !== null ? { id, secret } : null
  return { s3: bucket === null ? null : { bucket, endpoint, keys, ...others }, wrong }
}

/** Returns a description for people: 's3://bucket/prefix at host'. */
export function s3Place({ bucket, prefix, endpoint, region }: S3Config): string {
  return `s3://${bucket}/${prefix} at ${endpoint ?? `Amazon, ${region}`}`
}
