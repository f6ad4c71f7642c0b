import type { entry as english } from '../entry.ts'
import type { Translation } from '../translation.ts'

export const entry = {
  codeDigits: '{length} dígitos',
} as const satisfies Translation<typeof english>
