import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Packages = Readonly<Record<string, object>>

const whole = {
  '': { optionalDependencies: { database: '1.0.0' } },
  'node_modules/database': { version: '1.0.0', integrity: 'sha512-a', optional: true },
  'node_modules/bundler': {
    version: '2.0.0',
    integrity: 'sha512-b',
    optionalDependencies: { '@bundler/darwin-arm64': '2.0.0', '@bundler/linux-x64': '2.0.0' },
  },
  'node_modules/@bundler/linux-x64': { version: '2.0.0', integrity: 'sha512-c', optional: true },
  'node_modules/bundler/node_modules/@bundler/darwin-arm64': {
    version: '2.0.0',
    integrity: 'sha512-d',
    optional: true,
  },
}

async function check(packages: Packages) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'lock-file.ts')],
    { cwd: folder, encoding: 'utf8' },
  )
  return { status, said: stderr + stdout }
}

function without(place: keyof typeof whole): Packages {
  const { [place]: _, ...rest } = whole
  return rest
}

test('accepts a lock file with the packages of every system', async () => {
  expect(await check(whole)).toEqual({ status: 0, said: 'Lock file: kept\n' })
})

test.each([
  [
    'node_modules/bundler/node_modules/@bundler/darwin-arm64',
    '@bundler/darwin-arm64, an optional package of bundler 2.0.0, has no entry',
  ],
  [
    'node_modules/@bundler/linux-x64',
    '@bundler/linux-x64, an optional package of bundler 2.0.0, has no entry',
  ],
  ['node_modules/database', 'database, an optional package of this project, has no entry'],
] as const)('one without %s is refused', async (place, words) => {
  const { status, said } = await check(without(place))
  expect([status, said]).toEqual([1, expect.stringContaining(words)])
})

test('accepts packages with their own address or without a checksum', async () => {
  const { status, said } = await check({
    ...whole,
    'node_modules/mirrored': {
      version: '1.0.0',
      integrity: 'sha512-e',
      resolved: 'https://example.com/a.tgz',
    },
    'node_modules/unproven': { version: '1.0.0' },
  })
  expect(status).toBe(1)
  expect(said).toContain('mirrored 1.0.0 names a registry')
  expect(said).toContain('unproven 1.0.0 has no checksum')
})
