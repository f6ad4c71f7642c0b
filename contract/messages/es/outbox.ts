import type { outbox as english } from '../outbox.ts'
import type { Translation } from '../translation.ts'

export const outbox = {
  buttonFallback: 'Si el botón no funciona, abra esta dirección:',
  sentBy: 'Enviado por Fieldbook en {address}',
} as const satisfies Translation<typeof english>
