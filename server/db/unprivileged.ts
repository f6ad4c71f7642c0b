import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '#server/db/start-failure.ts'

/** The user a child process runs as; null = the user of this process. */
export interface RunAs {
  uid: number
  gid: number
}

/**
 * Returns the user to run the database as. PostgreSQL refuses to run as root, so root uses the owner of the
 * existing data, else `nobody`. Other users run it themselves and must own the data.
 */
export async function databaseUser(clusterDir: string): Promise<RunAs | null> {
  const me = process.getuid?.()
  const owner = await stat(clusterDir).catch(() => null)
  if (me !== 0) {
    if (owner && me !== undefined && owner.uid !== me)
      throw new StartFailure(foreignData(clusterDir, owner.uid))
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return nobody()
}

/** Makes the database's user the owner of a folder and its content (data restored by root belongs to root). */
export async function changeOwner(user: RunAs | null, folder: string): Promise<void> {
  if (!user) return
  try {
    await chown(folder, user.uid, user.gid)
    for (const entry of await readdir(folder, { recursive: true }))
      await lchown(join(folder, entry), user.uid, user.gid)
  } catch (error) {
    throw new StartFailure(
      `The database cannot run as root, and ${folder} cannot be given to the user 'nobody' (${String(error)}): ` +
        'start Fieldbook as an ordinary user, choose a DATA_DIR on a local disk, or set DATABASE_URL.',
    )
  }
}

async function nobody(): Promise<RunAs> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = users
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
  if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid }
  throw new StartFailure(
    "The database cannot run as root, and this machine has no user 'nobody': start Fieldbook as an ordinary user, or set DATABASE_URL.",
  )
}

function foreignData(clusterDir: string, uid: number): string {
  return `${clusterDir} belongs to another user (id ${uid}): start Fieldbook as that user or as root, or give the folder to yourself with 'chown -R'.`
}
