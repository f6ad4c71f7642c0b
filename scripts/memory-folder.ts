import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's RAM disk, usually half of the memory. */
export const memoryDisk = '/dev/shm'
const name = /^fieldbook-run-(\d+)-/
const gigabyte = 1024 ** 3
/**
 * Required free bytes. A run of all tests needs less than 1 GB; the rest is for browsers and other programs.
 */
const room = { disk: 6 * gigabyte, memory: 10 * gigabyte }

/**
 * Puts temporary files (databases, profiles) of this process and its children on Linux's RAM disk if it has
 * space. A fifth of the API tests' time is file access: each database creates and deletes 300 files. Removed
 * when the process ends, or by the next run if it was killed. `TMPDIR` overrides it.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoomInMemory()) return
  removeLeft()
  const own = mkdtempSync(join(memoryDisk, `fieldbook-run-${process.pid}-`))
  // World-writable like /tmp: databases run as another user than root.
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
      // Owned by another user.
    }
  }
}

export function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize >= room.disk && process.availableMemory() >= room.memory
  } catch {
    // Not Linux, or a container without a RAM disk.
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
