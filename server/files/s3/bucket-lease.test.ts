import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { givenS3 } from '#server/testing/s3-settings.ts'
import { Bucket } from './bucket.ts'
import { type BucketLeaseOptions, livingServer, takeBucketLease } from './bucket-lease.ts'
import { BucketFull } from './unavailable.ts'

const log = { warn() {} }
const seldom = { beatEvery: 3_600_000, deadAfter: 150_000 }

function newBucket(): Bucket {
  const { s3 } = readConfig(givenS3())
  if (!s3) throw new Error('No bucket')
  const bucket = new Bucket(s3)
  onTestFinished(() => bucket.close())
  return bucket
}

async function take(bucket: Bucket, wish: Partial<BucketLeaseOptions> = {}) {
  const lease = await takeBucketLease(bucket, {
    ...{
      installation: 'one',
      place: 'here:/data',
      home: 'here',
      knows: async () => 0,
      log,
      lost: () => {},
      times: seldom,
    },
    ...wish,
  })
  onTestFinished(() => lease.release())
  return lease
}

async function addFile(bucket: Bucket): Promise<void> {
  const bytes = Buffer.from('x')
  await bucket.write('kept/ab/abcdef0123456789abcdef0123456789', bytes)
}

test('a bucket with files of another installation is rejected, even after that installation has stopped', async () => {
  const bucket = newBucket()
  const lease = await take(bucket)
  await addFile(bucket)
  await lease.release()
  await expect(take(bucket, { installation: 'another' })).rejects.toThrow(
    /has the files of another installation, last served at here:\/data: of 1 that were looked at, this database knows 0/,
  )
  // The same installation may continue from another place.
  await take(bucket, { place: 'there:/data', home: 'there' })
})

test('a bucket without files is free for another installation once its server has stopped', async () => {
  const bucket = newBucket()
  const lease = await take(bucket)
  const other = { installation: 'another', place: 'there:/data', home: 'there' }
  await expect(take(bucket, other)).rejects.toThrow(/is already running with s3:.*, at here:\/data/)
  await lease.release()
  await take(bucket, other)
})

test('a copy of the database on another machine waits until the first server is dead', async () => {
  const bucket = newBucket()
  await take(bucket)
  await addFile(bucket)
  const copy = { place: 'there:/data', home: 'there' }
  await expect(take(bucket, copy)).rejects.toThrow(/is already running .*start again in three minutes/)
  // The first server's last heartbeat is old enough.
  await take(bucket, { ...copy, times: { ...seldom, deadAfter: -1 } })
})

test('a killed server can be restarted at once in its folder', async () => {
  const bucket = newBucket()
  await take(bucket)
  await take(bucket)
})

test('a replaced server notices, and leaves the note of its successor', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const bucket = newBucket()
  const lost = vi.fn()
  const first = await take(bucket, { lost })
  await take(bucket, { place: 'there:/data', home: 'there', times: { ...seldom, deadAfter: -1 } })
  // A heartbeat while the successor takes over could still write the first one's note.
  vi.advanceTimersByTime(seldom.beatEvery)
  await expect
    .poll(() => lost.mock.calls)
    .toEqual([[expect.stringMatching(/^Another Fieldbook keeps its files in/)]])
  await first.release()
  await expect(take(bucket)).rejects.toThrow(/is already running with .*, at there:\/data/)
})

test('files without a note are accepted only by the database that knows them', async () => {
  const bucket = newBucket()
  await addFile(bucket)
  await expect(take(bucket)).rejects.toThrow(/has the files of another installation: of 1 .*knows 0/)
  await take(bucket, { knows: async (keys) => keys.length })
})

test('a restored installation takes over the bucket of the one before it', async () => {
  const bucket = newBucket()
  await (await take(bucket)).release()
  await addFile(bucket)
  await take(bucket, { installation: 'restored', knows: async (keys) => keys.length })
})

test('another machine of the same name counts as another one', async () => {
  const bucket = newBucket()
  await take(bucket)
  await expect(take(bucket, { home: 'a clone' })).rejects.toThrow(/is already running/)
})

test('an unreadable note is reported, and no server starts', async () => {
  const bucket = newBucket()
  const half = Buffer.from('{"installation":')
  await bucket.write('served-by', half)
  await expect(take(bucket)).rejects.toThrow(/cannot be read: .*remove the object served-by there/)
})

test('a full bucket is served for reading, and the lease is written once there is space', async () => {
  const bucket = newBucket()
  await (await take(bucket)).release()
  const write = vi.spyOn(bucket, 'write').mockRejectedValue(new BucketFull('No room'))
  const warn = vi.fn()
  const lost = vi.fn()
  await take(bucket, { log: { warn }, lost, times: { ...seldom, beatEvery: 20 } })
  expect(warn.mock.calls.flat()).toContainEqual(expect.stringContaining('no room'))
  await expect.poll(() => write.mock.calls.length).toBeGreaterThan(2)
  write.mockRestore()
  await expect.poll(() => livingServer(bucket)).toBe('here:/data')
  expect(lost).not.toHaveBeenCalled()
})
