import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeOwner, type RunAs } from '#server/db/unprivileged.ts'

const SOCKET_NAME = '.s.PGSQL.5432'
/** The system limit is 104 to 108 bytes, including the terminating zero. */
const LONGEST_SOCKET_PATH = 100

/**
 * On Linux every database process runs in the data folder and refers to it by this link. It then needs no
 * access to parent folders (a DATA_DIR below /root works), and the path is always short.
 */
const HERE = '/proc/self/cwd'

/** Returns the data folder's path as the database processes name it. */
export function ownName(clusterDir: string): string {
  return process.platform === 'linux' ? HERE : clusterDir
}

/** The folder of the socket: `inside` for clients, `named` for the database itself. */
export interface SocketPlace {
  inside: string
  named: string
  /** Set if the folder exists only for the socket. */
  temporary: boolean
}

export async function socketPlace(clusterDir: string, user: RunAs | null): Promise<SocketPlace> {
  const real = await realpath(clusterDir)
  if (Buffer.byteLength(join(real, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) {
    return { inside: real, named: ownName(real), temporary: false }
  }
  const short = await shortFolder(real, user)
  return { inside: short, named: short, temporary: true }
}

export async function removeSocketPlace(place: SocketPlace): Promise<void> {
  if (place.temporary) await rm(place.inside, { recursive: true, force: true })
}

/**
 * Returns the same folder at each start, so that crashes leave no pile of them, or a new one if another user
 * created that.
 */
async function shortFolder(clusterDir: string, user: RunAs | null): Promise<string> {
  const id = createHash('sha256').update(clusterDir).digest('hex').slice(0, 12)
  const wanted = join(tmpdir(), `fieldbook-${id}`)
  const made = await mkdir(wanted, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  const folder =
    made || (await isPrivate(wanted, user)) ? wanted : await mkdtemp(join(tmpdir(), 'fieldbook-'))
  await changeOwner(user, folder)
  return folder
}

async function isPrivate(folder: string, user: RunAs | null): Promise<boolean> {
  const found = await lstat(folder)
  return found.isDirectory() && found.uid === (user?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0
}
