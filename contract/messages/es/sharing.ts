import type { sharing as english } from '../sharing.ts'
import type { Translation } from '../translation.ts'

export const sharing = {
  expired: 'Este enlace venció',
  linkReady: 'Quien tenga este enlace puede ver el informe.',
  copied: 'El enlace se copió correctamente',
  revoked: 'Se revocó el acceso al informe compartido.',
  title: 'Compartir inspección',
  link: 'Enlace al informe',
  copy: 'Copiar enlace',
  copyByHand: 'No se pudo copiar el enlace. Selecciónelo y cópielo usted.',
  views: '{count, plural, =0 {Aún sin vistas} one {Visto una vez} other {Visto # veces}}',
  createdOn: 'Creado el {date}',
  endsOn: 'Vence el {date}',
  noEnd: 'No vence',
  endDate: 'Fecha de vencimiento',
  endDateNote: 'Opcional. El enlace nuevo funciona hasta el final de ese día.',
  endDatePast: 'Elija hoy o un día posterior.',
  generate: 'Generar enlace nuevo',
  generateTitle: '¿Generar un enlace nuevo?',
  generateWarning:
    'Esto termina todo acceso dado antes: quienes tengan el enlace actual lo pierden de inmediato.',
  revoke: 'Revocar acceso',
  revokeTitle: '¿Revocar el acceso?',
  revokeWarning:
    'Quienes tengan el enlace pierden el acceso de inmediato. Puede crear otro enlace cuando quiera.',
  making: 'Creando el enlace…',
} as const satisfies Translation<typeof english>
