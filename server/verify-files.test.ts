import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ready } from '#contract/health.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { startServer } from '#server/testing/real-server.ts'
import { recorded } from '#server/testing/recorded.ts'

const program = join(import.meta.dirname, 'verify-files.ts')

/** Runs the command; returns its exit code and output. */
async function verify(environment: Record<string, string>): Promise<[number, string]> {
  const env = { ...process.env, ...environment }
  return promisify(execFile)(process.execPath, [program], { env }).then(
    ({ stdout }) => [0, stdout] as [number, string],
    ({ code, stdout, stderr }) => [Number(code), `${stdout}${stderr}`] as [number, string],
  )
}

test('files that a restore left behind are counted, by the command and by the server', {
  timeout: 120_000,
}, async () => {
  const { url, dataDir } = await recorded('survey-events-second-form')
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir }
  expect(await verify(environment)).toEqual([
    0,
    `4 files are in the database, 0 of them are missing in ${dataDir}.\n`,
  ])
  await rm(join(dataDir, 'files', 'kept'), { recursive: true })
  expect(await verify(environment)).toEqual([
    1,
    `4 files are in the database, 4 of them are missing in ${dataDir}.\n4 of Recorded house\n`,
  ])
  const server = await startServer({ dataDir, environment })
  try {
    const api = new HttpApi(server.address)
    await expect
      .poll(async () => (await api.call(ready, {}))?.body)
      .toEqual({ status: 'files_missing', down: [], missing_files: 4 })
    expect(server.printed()).toContain('Of 4 files that the database speaks of, 4 are missing')
  } finally {
    await server.stop()
  }
})

test('does not touch files that a running server is receiving', async () => {
  const { url, dataDir } = await recorded('survey-events-second-form')
  const arriving = join(dataDir, 'files', 'temp', 'ab'.repeat(16))
  await mkdir(join(arriving, '..'), { recursive: true })
  await writeFile(arriving, 'half a photo')
  await utimes(arriving, new Date(0), new Date(0))
  const [code] = await verify({ DATABASE_URL: url, DATA_DIR: dataDir })
  expect([code, await readFile(arriving, 'utf8')]).toEqual([0, 'half a photo'])
})

test('an empty folder has no database, and none is created', async () => {
  const { dataDir } = await recorded('survey-events-second-form')
  expect(await verify({ DATA_DIR: dataDir })).toEqual([2, `There is no database in ${dataDir}.\n`])
})
