import { Dexie } from 'dexie'
import { isQuota } from './trouble.ts'
import { watchedFactory } from './watched-database.ts'

/** Room for thousands of answers: a store of its own that is given up when there is none left for text. */
const name = 'fieldbook-reserve'
const size = 4 * 1024 * 1024

/** This page has seen that it is more than begun: whoever began it may have been killed. */
let whole = false

/**
 * Puts the reserve there where it is missing; false = there is no room for it. Browsers do not say how much room there
 * is, so this is how one knows. What fails otherwise (the system closes stores) is done once more.
 */
export async function keepReserve(): Promise<boolean> {
  // Whatever is not for want of room is thrown on, after one more try.
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
    // What of it was written takes the room that it is to keep.
    if (isQuota(error)) await reserve.delete().catch(() => undefined)
    throw error
  } finally {
    reserve.close()
  }
}

/** Gives the reserve up; false = there was none any more. */
export async function releaseReserve(): Promise<boolean> {
  whole = false
  // A reserve that cannot be looked for gives no room either.
  const there = await Dexie.exists(name).catch(() => false)
  if (!there) return false
  return Dexie.delete(name).then(
    () => true,
    () => false,
  )
}

/** What no browser can make smaller. */
function noise(): ArrayBuffer {
  const bytes = new Uint8Array(size)
  const most = 65_536
  for (let at = 0; at < size; at += most) crypto.getRandomValues(bytes.subarray(at, at + most))
  return bytes.buffer
}
