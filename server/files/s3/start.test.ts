import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countryCodes } from '#contract/accounts/accounts.ts'
import { ready } from '#contract/health.ts'
import { readConfig } from '#server/config.ts'
import { openContext } from '#server/context-open.ts'
import { findMissingFiles } from '#server/files/find-missing-files.ts'
import { cuttingProxy } from '#server/testing/cutting-proxy.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { freePort, startServer } from '#server/testing/real-server.ts'
import { startS3 } from '#server/testing/s3-server.ts'
import { givenS3, s3Settings } from '#server/testing/s3-settings.ts'
import { Bucket } from './bucket.ts'

/** These tests start real processes. */
const slow = { timeout: 120_000 }
const log = pino({ level: 'silent' })

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-start-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return join(folder, 'data')
}

async function newDatabase(): Promise<string> {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

test.for([
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, /refuses these keys: correct S3_ACCESS_KEY_ID and/],
  ['no such bucket', { S3_BUCKET: 'nowhere' }, /There is no s3:\/\/nowhere\/.*make the bucket there/],
] as const)('%s ends a start with one sentence', slow, async ([, wrong, words]) => {
  const environment = { ...givenS3(), ...wrong, DATABASE_URL: await newDatabase() }
  const failure = startServer({ dataDir: await newFolder(), environment })
  await expect(failure).rejects.toThrow(words)
  await expect(failure).rejects.not.toThrow(/\n\s+at /)
})

test('a start waits for an S3 server that comes up later', slow, async () => {
  const settings = givenS3()
  const port = await freePort()
  const environment = {
    ...settings,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    DATABASE_URL: await newDatabase(),
  }
  let [said, opened] = ['', false]
  const running = await startServer({
    dataDir: await newFolder(),
    environment,
    begun: (process) =>
      process.stdout?.on('data', async (text) => {
        said += String(text)
        if (opened || !said.includes('Waiting for the files')) return
        opened = true
        const way = await cuttingProxy(settings.S3_ENDPOINT ?? '', port)
        onTestFinished(() => way.close())
      }),
  })
  await running.stop()
  expect(said).toMatch(/Waiting for the files: s3:.* does not answer/)
})

test('while the S3 server hangs the server reports it, and recovers once it answers', slow, async () => {
  const { server, child, stop } = await startS3()
  onTestFinished(stop)
  const environment = { ...s3Settings(server), DATABASE_URL: await newDatabase() }
  const running = await startServer({ dataDir: await newFolder(), environment })
  try {
    const api = new HttpApi(running.address)
    child.kill('SIGSTOP')
    await expect
      .poll(async () => (await api.call(ready, {}))?.body)
      .toMatchObject({ errors: [expect.anything(), { files: 'down' }] })
    child.kill('SIGCONT')
    await expect.poll(async () => (await api.call(ready, {}))?.body).toMatchObject({ status: 'ok' })
  } finally {
    await running.stop()
  }
})

test(
  'the server starts without an answer from the bucket, reports it, and recovers once it answers',
  slow,
  async () => {
    const settings = givenS3()
    const port = await freePort()
    const way = await cuttingProxy(settings.S3_ENDPOINT ?? '', port)
    const environment = {
      ...settings,
      S3_ENDPOINT: way.address,
      DATABASE_URL: await newDatabase(),
      SAMPLE: '0',
    }
    const dataDir = await newFolder()
    await (await startServer({ dataDir, environment })).stop()
    await way.close()
    const running = await startServer({ dataDir, environment })
    try {
      const api = new HttpApi(running.address)
      expect((await api.call(countryCodes, {}))?.status).toBe(200)
      expect((await api.call(ready, {}))?.body).toMatchObject({
        errors: [expect.anything(), { files: 'down' }],
      })
      const again = await cuttingProxy(settings.S3_ENDPOINT ?? '', port)
      onTestFinished(() => again.close())
      await expect
        .poll(async () => (await api.call(ready, {}))?.body, { timeout: 60_000 })
        .toMatchObject({ status: 'ok' })
    } finally {
      await running.stop()
    }
  },
)

test(
  'a server that started without its bucket ends if the bucket turns out to be another one',
  slow,
  async () => {
    const settings = givenS3()
    const port = await freePort()
    const way = await cuttingProxy(settings.S3_ENDPOINT ?? '', port)
    const base = { S3_ENDPOINT: way.address, DATABASE_URL: await newDatabase(), SAMPLE: '0' }
    const dataDir = await newFolder()
    const config = (s3: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...s3, ...base })
    await (await openContext(config(settings), log)).close()
    await way.close()
    const lost = vi.fn()
    const opened = await openContext(config(givenS3()), log, lost)
    const again = await cuttingProxy(settings.S3_ENDPOINT ?? '', port)
    onTestFinished(() => again.close())
    await expect.poll(() => lost.mock.calls.length, { timeout: 60_000 }).toBe(1)
    expect(lost.mock.calls.flat()).toEqual([
      expect.stringContaining('is not what the files of this database'),
    ])
    await expect(opened.context.files.check()).rejects.toThrow(
      'has not answered since this server was started',
    )
    await opened.close()
  },
)

test('two servers with separate databases never share a bucket', slow, async () => {
  const settings = givenS3()
  const first = await startServer({
    dataDir: await newFolder(),
    environment: { ...settings, DATABASE_URL: await newDatabase() },
  })
  const other = {
    dataDir: await newFolder(),
    environment: { ...settings, DATABASE_URL: await newDatabase() },
  }
  await expect(startServer(other)).rejects.toThrow(
    /Fieldbook is already running with s3:.*set S3_PREFIX to a folder/,
  )
  await first.stop()
})

test(
  'files on the disk are missing in an empty bucket, and found once they are copied there',
  slow,
  async () => {
    const dataDir = await newFolder()
    const base = { DATA_DIR: dataDir, DATABASE_URL: await newDatabase(), SAMPLE: '0' }
    const onDisk = await openContext(readConfig(base), log)
    const { files, db } = onDisk.context
    const bytes = Buffer.from('a face')
    const kept = await files.commit(await files.receive(bytes, 10))
    const id = '018f0000-0000-7000-8000-000000000001'
    await db
      .insertInto('account')
      .values({
        ...{ id, role: 'surveyor', email: 'a@example.com', password_hash: '' },
        ...{ first_name: '', last_name: '', full_phone_number: '' },
      })
      .execute()
    const { key, size, sha256, crc32 } = kept
    await db
      .insertInto('account_photo')
      .values({
        ...{ account_id: id, name: 'view', content_type: 'image/jpeg' },
        ...{ store_key: key, size, sha256, crc32 },
      })
      .execute()
    await onDisk.close()

    const config = readConfig({ ...base, ...givenS3() })
    await expect(openContext(config, log)).rejects.toThrow(
      /belongs to the files of another folder.*of 1 of its files that were looked for, 0 are at .* with s3:/,
    )
    // As tools that copy folders do: the names stay.
    if (!config.s3) throw new Error('No bucket')
    const bucket = new Bucket(config.s3)
    const [shard = ''] = await readdir(join(dataDir, 'files', 'kept'))
    await bucket.write(`kept/${shard}/${key}`, bytes)
    bucket.close()
    const inBucket = await openContext(config, log)
    expect(await findMissingFiles(inBucket.context.db, inBucket.context.files)).toEqual({
      known: 1,
      missing: [],
    })
    await inBucket.close()
  },
)
