import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type BackedUp, backUp } from '#server/backups/back-up.ts'
import { openBackup, type RestoreOptions, restore } from '#server/backups/restore.ts'
import { type Config, readConfig } from '#server/config.ts'
import { emptyDatabase } from './database.ts'
import type { MadeAccount } from './make.ts'
import { attach, phonePhoto, photoPart } from './media.ts'
import { givenS3 } from './s3-settings.ts'
import { addSampleTemplate, detailOf, save, startSurvey } from './surveys.ts'
import { type TestApp, testAppForThisTest } from './test-app.ts'

export interface Worked {
  readonly app: TestApp
  readonly owner: MadeAccount
  readonly survey: Awaited<ReturnType<typeof startSurvey>>
  readonly installation: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
  /** Its environment variables for the file store. */
  readonly settings: Record<string, string>
  /** Folder of its backups. */
  readonly to: string
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A running server with a survey of one answer and one photo. */
export async function work(): Promise<Worked> {
  const settings = givenS3()
  const app = await testAppForThisTest(settings)
  await addSampleTemplate(app)
  const owner = await app.make.account()
  const survey = await startSurvey(owner)
  await save(owner, survey, [
    { in: 'Building', field: 'Building name', field_value: 'East\twing\\n\n«é» 家' },
  ])
  await addPhoto(owner, survey, 1)
  const { dataDir, databaseUrl, s3 } = app.context.config
  return {
    app,
    owner,
    survey,
    installation: { dataDir, databaseUrl, s3 },
    settings,
    to: join(await newFolder(), 'b'),
  }
}

export async function addPhoto(owner: MadeAccount, survey: Worked['survey'], seed: number): Promise<void> {
  await attach(owner, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto(seed))])
}

export function backUpOf({ installation, to }: Worked, keep: number | null = null): Promise<BackedUp> {
  return backUp({ ...installation, to, keep })
}

export interface EmptyInstallation extends RestoreOptions {
  readonly databaseUrl: string
  /** The environment of its server. */
  readonly settings: Record<string, string>
}

/** Creates an empty installation to restore into. */
export async function emptyInstallation(): Promise<EmptyInstallation> {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const dataDir = join(await newFolder(), 'data')
  const settings = { ...givenS3(), DATA_DIR: dataDir, DATABASE_URL: database.url }
  return { dataDir, databaseUrl: database.url, s3: readConfig(settings).s3, settings }
}

export async function restored(from: string, snapshot: string | null = null) {
  const place = await emptyInstallation()
  await restore(await openBackup(from, snapshot), place)
  return place
}

/** Returns all files below a folder, without the lock. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => !name.startsWith('owner.')).sort()
}

export async function tablesIn(url: string): Promise<number> {
  const rows = await query(url, "select from pg_class where relnamespace = 'public'::regnamespace")
  return rows.length
}

export async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Returns the backup's file of the only photo's first rendition. */
export async function someFile(to: string): Promise<string> {
  const [shard = ''] = await readdir(join(to, 'files'))
  const [key = ''] = await readdir(join(to, 'files', shard))
  return join(to, 'files', shard, key)
}

export function reason(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it was done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

/** Adds a file that no survey refers to; returns its key. */
export async function addFace({ app, owner }: Worked, bytes = Buffer.from('a face')): Promise<string> {
  const { db, files } = app.context
  const { key, size, sha256, crc32 } = await files.commit(await files.receive(bytes, bytes.length))
  await db
    .insertInto('account_photo')
    .values({
      ...{ account_id: owner.id, name: 'view', content_type: 'image/jpeg' },
      ...{ store_key: key, size, sha256, crc32 },
    })
    .execute()
  return key
}

export async function damage(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(path, bytes)
}
