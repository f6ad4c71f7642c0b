import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { emptyDatabase } from './database.ts'

/**
 * Data of earlier versions of the program, killed while working: a database dump and files, with an admin, a
 * survey 'Recorded house' with six answers, and a photo.
 */
export const recordings = ['survey-events-first-form', 'survey-events-second-form'] as const

export const recordedAdmin = { email: 'admin@example.com', password: 'Correct7horse' }

/** Creates a database and a data folder with a recording, for this test. */
export async function recorded(name: (typeof recordings)[number]): Promise<{ url: string; dataDir: string }> {
  const folder = join(import.meta.dirname, 'recorded', name)
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'fieldbook-recorded-'))]
  onTestFinished(async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await cp(join(folder, 'kept'), join(dataDir, 'files', 'kept'), { recursive: true })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(gunzipSync(await readFile(join(folder, 'database.sql.gz'))).toString())
  } finally {
    await client.end()
  }
  return { url: database.url, dataDir }
}
