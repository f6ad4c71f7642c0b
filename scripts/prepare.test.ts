import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const NODE_VERSION = '24.0.0'
const installation = 'npm ci --include=dev'
let root: string

/** A project for prepare.mjs whose npm, Node and Vite are scripts that record their calls. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fieldbook-prepare-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['scripts', 'web', 'contract', 'survey', 'bin', 'node_modules/.bin']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  await cp(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'))
  await write('package.json', JSON.stringify({ dependencies: { node: NODE_VERSION } }))
  await write('tsconfig.base.json', '{}')
  await write('web/main.tsx', 'one')
  await lock('package-lock.json', '1.0.0')
  await lock('node_modules/.package-lock.json', '1.0.0')
  await write('bin/npm', 'echo "npm $1 $2" >> calls; cp package-lock.json node_modules/.package-lock.json')
  await bundledNode(NODE_VERSION)
})

function write(path: string, text: string): Promise<void> {
  const program = path.startsWith('bin/') || path.includes('/.bin/')
  return writeFile(join(root, path), program ? `#!/bin/sh\n${text}\n` : text, {
    mode: program ? 0o755 : 0o644,
  })
}

function lock(path: string, version: string): Promise<void> {
  const packages = {
    '': {},
    'node_modules/a': { version },
    'node_modules/other-system': { version, optional: true },
  }
  if (path.startsWith('node_modules'))
    return write(path, JSON.stringify({ packages: { 'node_modules/a': { version } } }))
  return write(path, JSON.stringify({ packages }))
}

function bundledNode(version: string): Promise<void> {
  const build = 'mkdir -p dist/web; touch dist/web/index.html; echo build >> calls'
  return write('node_modules/.bin/node', `if [ "$1" = --version ]; then echo v${version}; else ${build}; fi`)
}

async function prepare(
  ...options: string[]
): Promise<{ calls: string[]; said: string; code: number | null }> {
  await writeFile(join(root, 'calls'), '')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/prepare.mjs'), ...options],
    {
      encoding: 'utf8',
      env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
    },
  )
  const calls = (await readFile(join(root, 'calls'), 'utf8')).split('\n').filter((line) => line !== '')
  return { calls, said: stdout + stderr, code: status }
}

test('rebuilds only when a source changed', async () => {
  expect((await prepare()).calls).toEqual(['build'])
  expect((await prepare()).calls).toEqual([])
  await write('web/main.test.tsx', 'a test')
  expect((await prepare()).calls).toEqual([])
  await write('contract/api.ts', 'new')
  expect((await prepare('--install-only')).calls).toEqual([])
  expect((await prepare()).calls).toEqual(['build'])
})

test('installs packages if there are none, or others than in the lock file', async () => {
  await lock('package-lock.json', '2.0.0')
  expect((await prepare('--install-only')).calls).toEqual([installation])
  expect((await prepare('--install-only')).calls).toEqual([])
  await rm(join(root, 'node_modules/.package-lock.json'))
  expect((await prepare('--install-only')).calls).toEqual([installation])
})

test('an installation without its own Node is reported, with the remedy', async () => {
  await bundledNode('20.19.0')
  const { said, code } = await prepare()
  expect(said).toContain(`runs on Node ${NODE_VERSION}`)
  expect(said).toContain('(found v20.19.0): npm ran without install scripts.')
  expect(code).toBe(1)
  await rm(join(root, 'node_modules/.bin/node'))
  expect((await prepare()).said).toContain("Run 'npm rebuild --ignore-scripts=false'")
})

test('a failed installation ends the start', async () => {
  await lock('package-lock.json', '2.0.0')
  await write('bin/npm', 'exit 1')
  expect(await prepare()).toEqual({
    calls: [],
    said: 'Installing packages …\nThe packages could not be installed.\n',
    code: 1,
  })
})
