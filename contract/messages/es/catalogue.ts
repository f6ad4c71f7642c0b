import { byKey } from '../by-key.ts'
import type { Slices } from '../catalogue.ts'
import type { Translation } from '../translation.ts'
import { outbox } from './outbox.ts'
import { passkeys } from './passkeys.ts'

const slices = {
  outbox,
  passkeys,
} satisfies Partial<{ readonly [S in keyof Slices]: Translation<Slices[S]> }>

/** Every sentence in Spanish. Loaded by the server, and by devices that speak it. */
export const spanish: ReadonlyMap<string, string> = byKey(slices)
