import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'
import { serveWebApp } from './static.ts'

test('worker and manifest are revalidated each time; a missing worker is a 404', async ({
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

test('screens get the page, also for mistyped addresses; other paths are 404 without it', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.html'), '<p>page</p>')
  const app = fastify()
  await serveWebApp(app, folder)
  const ask = async (url: string, accept = '*/*', method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, body } = await app.inject({ method, url, headers: { accept } })
    return [statusCode, body.includes('page')]
  }
  for (const url of ['/', '//', '/dashboard?x=1', '/survey/a/b/c', '/survey-report/a/b', '/profile/logout/'])
    expect(await ask(url)).toEqual([200, true])
  for (const url of [
    '/metrics',
    '/.env',
    '/wp-login.php',
    '/actuator/health',
    '/api',
    '/api/none',
    '/sw.js.map',
    '//[',
    '//user:x/metrics',
  ])
    expect(await ask(url)).toEqual([404, false])
  expect(await ask('/dashbord', 'text/html,application/xhtml+xml')).toEqual([404, true])
  for (const url of ['/.env.php', '/api/none', '/assets/gone.js'])
    expect(await ask(url, 'text/html')).toEqual([404, false])
  expect(await ask('/dashboard', '*/*', 'POST')).toEqual([404, false])
  await writeFile(join(folder, 'icon.png'), 'png')
  const withImage = fastify()
  await serveWebApp(withImage, folder)
  const image = await withImage.inject('/icon.png')
  expect(image.headers['content-security-policy']).toMatch(/^default-src 'none';/)
  const [get, head] = await Promise.all(
    (['GET', 'HEAD'] as const).map((method) => app.inject({ method, url: '/' })),
  )
  expect(head?.body).toBe('')
  expect({ ...head?.headers, date: '' }).toEqual({ ...get?.headers, date: '' })
})

test('a file is sent with its length even to clients that accept gzip, since Safari would take a truncated one as complete', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-web-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const page = '<p>page</p>'
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'sw.js'), 'self')
  const app = fastify()
  await compressAnswers(app)
  app.get('/api/long', async () => ({ text: 'a'.repeat(5_000) }))
  await serveWebApp(app, folder)
  const headers = { 'accept-encoding': 'gzip, deflate' }
  const [long, file, screen] = await Promise.all(
    ['/api/long', '/sw.js', '/dashboard'].map((url) => app.inject({ url, headers })),
  )
  expect(long?.headers['content-encoding']).toBe('gzip')
  expect(file?.headers).toMatchObject({ 'content-length': '4' })
  expect(screen?.headers).toMatchObject({ 'content-length': String(page.length) })
  for (const one of [file, screen]) expect(one?.headers['content-encoding']).toBeUndefined()
})
