import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '#server/testing/real-server.ts'

test('prints the only password even if the first start fails afterwards', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-first-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(async () => {
    taken.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  })
  const place = taken.address()
  const port = typeof place === 'object' && place ? place.port : 0
  await expect(startServer({ dataDir, port })).rejects.toThrow(
    /one-time password \S+ [\s\S]*Port \d+ is taken by another program\. .*set PORT/,
  )
}, 60_000)

test('names an unavailable address and its setting', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-host-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }))
  // Reserved for documentation, so no machine has it.
  await expect(startServer({ dataDir, environment: { HOST: '192.0.2.1' } })).rejects.toThrow(
    'This machine has no address 192.0.2.1. Set HOST to one that it has.',
  )
}, 60_000)
