import type { pdf as english } from '../pdf.ts'
import type { Translation } from '../translation.ts'

export const pdf = {
  brand: 'Fieldbook',
  pageOf: 'Página {page} de {pages}',
  continued: '{label} (continuación)',
} as const satisfies Translation<typeof english>
