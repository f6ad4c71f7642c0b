import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { TestProject } from 'vitest/node'
import { endWithParent } from './end-with-parent.ts'
import { findSwift } from './installed.ts'

/** A real S3 server with one bucket. */
export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  readonly id: string
  readonly secret: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Only in the project `s3`. */
    s3?: S3Server
  }
}

/** Vitest's global setup of the project `s3`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startS3()
  project.provide('s3', server)
  return stop
}

export interface RunningS3 {
  readonly server: S3Server
  readonly child: ChildProcess
  stop(): Promise<void>
}

export async function startS3(): Promise<RunningS3> {
  const python = await findSwift()
  if (!python) throw new Error("These tests need Debian's package 'python3-swift'")
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-s3-'))
  const child = spawn(python, [join(import.meta.dirname, 's3-server.py'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithParent(child)
  const ended = once(child, 'exit')
  const endpoint = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => {
      throw new Error('The S3 server did not start')
    }),
  ])
  const server = { endpoint, bucket: 'fieldbook', id: 'test:tester', secret: 'testing' }
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: server.id, secretAccessKey: server.secret },
  })
  await client.send(new CreateBucketCommand({ Bucket: server.bucket }))
  client.destroy()
  return {
    server,
    child,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
