import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/open.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { databaseFolder } from '#server/testing/database-folder.ts'
import { startServer } from '#server/testing/real-server.ts'

const silent = { info() {}, warn() {}, error() {} }
/** These tests start real processes and wait as long as the program does. */
const slow = { timeout: 180_000 }
const key = '0123456789abcdef0123456789abcdef'

async function newDatabase(): Promise<string> {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

async function newFolder(): Promise<string> {
  const folder = await databaseFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  return folder.dataDir
}

async function open(databaseUrl: string, dataDir: string, more: { adopt?: string } = {}): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl, log: silent, ...more })
}

/** Adds the rows of one photo and stores its bytes in the folder. */
async function keepFile({ db }: Database, dataDir: string): Promise<void> {
  const [account, file] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']
  await sql`insert into account (id, role, email, password_hash, first_name, last_name, full_phone_number)
    values (${account}, 'surveyor', 'a@example.com', '', '', '', '')`.execute(db)
  await sql`insert into stored_file (id, account_id, kind) values (${file}, ${account}, 'photo')`.execute(db)
  await sql`insert into rendition (file_id, name, store_key, content_type, size, sha256, crc32)
    values (${file}, 'original', ${key}, 'image/jpeg', 1, '', 0)`.execute(db)
  const shard = join(dataDir, 'files', 'kept', key.slice(0, 2))
  await mkdir(shard, { recursive: true })
  await writeFile(join(shard, key), '.')
}

test('a second process with its own folder is rejected while the first one lives', slow, async () => {
  const [url, dataDir, other] = [await newDatabase(), await newFolder(), await newFolder()]
  const first = await startServer({ dataDir, environment: { DATABASE_URL: url } })
  try {
    const environment = { DATABASE_URL: url }
    await expect(startServer({ dataDir: other, environment })).rejects.toThrow(
      /ended with 1: [\s\S]*Fieldbook is already running on this database, at \S+data: one process serves a database/,
    )
  } finally {
    await first.kill()
  }
  // The folder of a killed process proves that it is dead.
  const again = await startServer({ dataDir, environment: { DATABASE_URL: url } })
  expect(again.printed()).not.toContain('Looking whether')
  await again.stop()
})

test(
  'a process killed elsewhere does not delay a start for long, and a paused one notices that it was replaced',
  slow,
  async () => {
    const [url, dataDir, other] = [await newDatabase(), await newFolder(), await newFolder()]
    const first = await startServer({ dataDir, environment: { DATABASE_URL: url } })
    process.kill(first.pid, 'SIGSTOP')
    const second = await startServer({ dataDir: other, environment: { DATABASE_URL: url } })
    try {
      const ended = first.ended
      process.kill(first.pid, 'SIGCONT')
      expect(await ended).toBe(1)
      expect(first.printed()).toContain('Another Fieldbook has taken this database over')
    } finally {
      await second.stop()
    }
  },
)

test('a database is never served with the files of another folder', async () => {
  const [url, dataDir, other] = [await newDatabase(), await newFolder(), await newFolder()]
  const first = await open(url, dataDir)
  await keepFile(first, dataDir)
  await first.close()

  const refused = await open(url, other).catch((error: unknown) => String(error))
  expect(refused).toMatch(
    /belongs to the files of another folder.*of 1 of its files that were looked for, 0 are at/,
  )
  const id = (await readFile(join(dataDir, 'files', 'folder-id'), 'utf8')).trim()
  expect(refused).toContain(`ADOPT_DATA_DIR=${id}`)
  await expect(open(url, other, { adopt: '018f0000-0000-7000-8000-000000000003' })).rejects.toThrow(
    'another folder',
  )
  // The rejected starts changed nothing.
  await (await open(url, dataDir)).close()

  await (await open(url, other, { adopt: id })).close()
  await (await open(url, other)).close()
})

test('a copy of the files is accepted with or without the id; any folder is accepted if there are no files', async () => {
  const [url, dataDir, copy, bare] = [
    await newDatabase(),
    await newFolder(),
    await newFolder(),
    await newFolder(),
  ]
  await (await open(url, await newFolder())).close()
  const first = await open(url, dataDir)
  await keepFile(first, dataDir)
  await first.close()
  await cp(join(dataDir, 'files'), join(copy, 'files'), { recursive: true })
  await (await open(url, copy)).close()
  await cp(join(dataDir, 'files', 'kept'), join(bare, 'files', 'kept'), { recursive: true })
  await (await open(url, bare)).close()
  await rm(join(bare, 'files', 'folder-id'))
  await (await open(url, bare)).close()
})
