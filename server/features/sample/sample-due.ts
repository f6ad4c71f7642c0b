import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

type Place = Pick<Config, 'dataDir'>

/**
 * Records that the sample is still to be made, for the next start if this one ends early. It is a file because
 * it has to be written before there is an account whose row could say so.
 */
function placeOf({ dataDir }: Place): string {
  return join(dataDir, 'sample-due.json')
}

export async function markSampleDue(config: Place): Promise<void> {
  await writeFile(placeOf(config), '{}', { flush: true })
}

/** false: it was made, or never wanted. */
export function isSampleDue(config: Place): Promise<boolean> {
  return access(placeOf(config)).then(
    () => true,
    () => false,
  )
}

export function clearSampleDue(config: Place): Promise<void> {
  return rm(placeOf(config), { force: true })
}
