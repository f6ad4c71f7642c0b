import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { S3Server } from './s3-server.ts'

/** The environment for files in a folder of their own in that bucket. */
export function s3Settings({ endpoint, bucket, id, secret }: S3Server): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_PREFIX: randomUUID(),
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
  }
}

/** In the project `s3` every app keeps its files there, each in a folder of its own. */
export function givenS3(): Record<string, string> {
  const server = inject('s3')
  return server ? s3Settings(server) : {}
}
