import { Dexie } from 'dexie'
import { isQuota } from './storage-failure.ts'
import { watchedFactory } from './watched-database.ts'

/** A database that reserves space for thousands of answers. It is deleted when text no longer fits. */
const name = 'fieldbook-reserve'
const size = 4 * 1024 * 1024

/** This page has seen a complete reserve. One that was only started may belong to a killed page. */
let whole = false

/**
 * Creates the reserve if it is missing; returns false if it doesn't fit. Writing is the only way to know,
 * because browsers don't report free space reliably. Other errors (the system closes stores) are retried
 * once.
 */
export async function keepReserve(): Promise<boolean> {
  // Errors other than a full disk are rethrown after the retry.
  return put().catch((error: unknown) => (isQuota(error) ? false : put().catch(orNoRoom)))
}

function orNoRoom(error: unknown): false {
  if (isQuota(error)) return false
  throw error
}

async function put(): Promise<boolean> {
  if (whole && (await Dexie.exists(name))) return true
  const reserve = new Dexie(name, { indexedDB: watchedFactory })
  reserve.version(1).stores({ room: '' })
  const room = reserve.table('room')
  try {
    if ((await room.count()) === 0) await room.put(noise(), 1)
    whole = true
    return true
  } catch (error) {
    // A partial reserve would take up the space it is meant to keep free.
    if (isQuota(error)) await reserve.delete().catch(() => undefined)
    throw error
  } finally {
    reserve.close()
  }
}

/** Deletes the reserve; returns false if there is none. */
export async function releaseReserve(): Promise<boolean> {
  whole = false
  // If the reserve can't be found, it frees no space either.
  const there = await Dexie.exists(name).catch(() => false)
  if (!there) return false
  return Dexie.delete(name).then(
    () => true,
    () => false,
  )
}

/** Random bytes, which no browser can compress. */
function noise(): ArrayBuffer {
  const bytes = new Uint8Array(size)
  const most = 65_536
  for (let at = 0; at < size; at += most) crypto.getRandomValues(bytes.subarray(at, at + most))
  return bytes.buffer
}
