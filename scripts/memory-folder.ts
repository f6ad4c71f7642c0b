import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's, of half of the memory as a rule. */
export const memoryDisk = '/dev/shm'
const name = /^fieldbook-run-(\d+)-/
const gigabyte = 1024 ** 3
/** A run of all tests needs less than one; the rest is for browsers and whoever else works here. */
const room = { disk: 6 * gigabyte, memory: 10 * gigabyte }

/**
 * Lets this process and its children put what is for a moment (databases, profiles, files) into memory, where Linux has
 * a disk of it with room: a fifth of the work of the API tests is the disk's, which makes and deletes 300 files for each
 * database. Gone when the process ends; what a killed one left is removed by the next. `TMPDIR` overrules it.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoomInMemory()) return
  removeLeft()
  const own = mkdtempSync(join(memoryDisk, `fieldbook-run-${process.pid}-`))
  // As the disk's own: databases are run by another user than root.
  chmodSync(own, 0o1777)
  process.env.TMPDIR = own
  process.on('exit', () => rmSync(own, { recursive: true, force: true, maxRetries: 3 }))
}

function removeLeft(): void {
  for (const left of readdirSync(memoryDisk)) {
    const [, owner] = name.exec(left) ?? []
    if (!owner || isRunning(Number(owner))) continue
    try {
      rmSync(join(memoryDisk, left), { recursive: true, force: true })
    } catch {
      // Another user's.
    }
  }
}

export function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize >= room.disk && process.availableMemory() >= room.memory
  } catch {
    // Another system than Linux, or a container without it.
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of another user's may not be asked.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
