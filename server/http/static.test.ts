import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveWebApp } from './static.ts'

test('worker and manifest are asked for anew each time; without a worker nothing else is given for it', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.html'), '<p>page</p>')
  const bare = fastify()
  await serveWebApp(bare, folder)
  expect((await bare.inject('/dashboard')).body).toContain('page')
  for (const url of ['/sw.js', '/sw.js?x', '/manifest.webmanifest', '/assets/gone.js'])
    expect((await bare.inject(url)).statusCode).toBe(404)

  await writeFile(join(folder, 'sw.js'), 'self')
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  const whole = fastify()
  await serveWebApp(whole, folder)
  const worker = await whole.inject('/sw.js')
  expect(worker.headers).toMatchObject({
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'cache-control': 'no-cache',
  })
  const manifest = await whole.inject('/manifest.webmanifest')
  expect(manifest.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
    'cache-control': 'no-cache',
  })
})
