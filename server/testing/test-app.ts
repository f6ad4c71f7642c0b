import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { openContext } from '#server/context-open.ts'
import { prepareInstallation } from '#server/installation.ts'
import { ApiClient } from './api.ts'
import { testDatabase } from './database.ts'
import { Make } from './make.ts'
import { givenS3 } from './s3-settings.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly context: Context
  /** A caller without a session. */
  readonly api: ApiClient
  readonly make: Make
  /** Moves the server's clock. */
  passTime(milliseconds: number): void
  close(): Promise<void>
}

/**
 * Creates the real app with its own database and file folder, without a port. Close it in `afterAll`, or call
 * `testAppForThisTest` inside a test.
 */
export async function testApp(
  environment: Record<string, string> = {},
  log: Logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
): Promise<TestApp> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-app-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PUBLIC_URL: 'http://fieldbook.test',
    SAMPLE: '0',
    ...givenS3(),
    ...environment,
  })
  const opened = await openContext(config, log)
  let ahead = 0
  const context: Context = {
    ...opened.context,
    clock: () => new Date(Date.now() + ahead),
    random: randomBytes,
  }
  await prepareInstallation(context)
  const app = await createApp(context, join(dataDir, 'no-web'))
  await app.ready()
  const api = new ApiClient(app, null)
  return {
    app,
    context,
    api,
    make: new Make(api, context),
    passTime: (milliseconds) => {
      ahead += milliseconds
    },
    close: async () => {
      await app.close()
      await opened.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function testAppForThisTest(
  environment: Record<string, string> = {},
  log?: Logger,
): Promise<TestApp> {
  const made = await testApp(environment, log)
  onTestFinished(() => made.close())
  return made
}
