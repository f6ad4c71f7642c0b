import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { S3Server } from './s3-server.ts'

/** Returns the environment for a separate folder in that bucket. */
export function s3Settings({ endpoint, bucket, id, secret }: S3Server): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_PREFIX: randomUUID(),
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
  }
}

/** Returns these settings in the project `s3`, where every app stores its files in the bucket. */
export function givenS3(): Record<string, string> {
  const server = inject('s3')
  return server ? s3Settings(server) : {}
}
