import { chmod, mkdir, mkdtemp, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBinaries } from '#server/db/embedded-binaries.ts'

const stranger = { uid: 65_534, gid: 65_534 }

/** Creates PostgreSQL binaries in a folder with the given mode. */
async function installation(mode: number) {
  const root = await mkdtemp(join(tmpdir(), 'fieldbook-binaries-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await chmod(root, 0o755)
  const native = join(root, 'app', 'native')
  await mkdir(join(native, 'bin'), { recursive: true })
  await writeFile(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 })
  await chmod(join(native, 'bin', 'postgres'), mode === 0o755 ? 0o755 : 0o700)
  await writeFile(join(native, 'data'), 'data', { mode: 0o600 })
  await symlink('data', join(native, 'link'))
  await chmod(join(root, 'app'), mode)
  return { native, version: '1', copies: join(root, 'copies') }
}

test('binaries that the user can reach are used in place', async () => {
  const { native, version, copies } = await installation(0o755)
  expect(await findBinaries(stranger, { native, version }, copies)).toBe(join(native, 'bin'))
  expect(await findBinaries(null, { native, version }, copies)).toBe(join(native, 'bin'))
})

test.runIf(process.getuid?.() === 0)(
  'binaries in a private folder are copied once, readable by all users',
  async () => {
    const { native, version, copies } = await installation(0o700)
    const bin = await findBinaries(stranger, { native, version }, copies)
    expect(bin).toBe(join(copies, 'postgres-1', 'bin'))
    expect((await stat(join(bin, 'postgres'))).mode & 0o777).toBe(0o755)
    expect((await stat(join(bin, '..', 'data'))).mode & 0o777).toBe(0o644)
    expect(await readlink(join(bin, '..', 'link'))).toBe('data')
    const made = await stat(bin)
    await findBinaries(stranger, { native, version }, copies)
    expect((await stat(bin)).ino).toBe(made.ino)
  },
)

test.runIf(process.getuid?.() === 0)(
  'a copy that another user could have written is not trusted',
  async () => {
    const { native, version, copies } = await installation(0o700)
    await mkdir(join(copies, 'postgres-1', 'bin'), { recursive: true })
    await chmod(join(copies, 'postgres-1'), 0o777)
    await writeFile(join(copies, 'postgres-1', 'bin', 'postgres'), 'trap')
    const bin = await findBinaries(stranger, { native, version }, copies)
    expect((await stat(join(bin, 'postgres'))).size).toBe('program'.length)
  },
)

test('unreachable binaries are reported in one sentence', async () => {
  const { native, version, copies } = await installation(0o700)
  await writeFile(copies, 'in the way')
  await expect(findBinaries(stranger, { native, version }, copies)).rejects.toThrow(
    'move Fieldbook to a folder that everybody may enter',
  )
})
