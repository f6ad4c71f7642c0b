import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '#server/config.ts'

type Place = Pick<Config, 'dataDir'>

/**
 * That the sample is still to be made, for the next start where this one ends early. A file of this installation: it has
 * to be written before there is anybody whose row could say so.
 */
const Due = z.object({
  /** The survey that was begun; '' where none was yet. */
  begun: z.string(),
})

function placeOf({ dataDir }: Place): string {
  return join(dataDir, 'sample-due.json')
}

export async function noteDue(config: Place, begun = ''): Promise<void> {
  await writeFile(placeOf(config), JSON.stringify({ begun }), { flush: true })
}

/** null: it was made, or never wanted. One that cannot be read was being written, before anything else was. */
export async function readDue(config: Place): Promise<z.infer<typeof Due> | null> {
  try {
    return Due.parse(JSON.parse(await readFile(placeOf(config), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    return { begun: '' }
  }
}

export function forgetDue(config: Place): Promise<void> {
  return rm(placeOf(config), { force: true })
}
