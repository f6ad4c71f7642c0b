import type { deleted as english } from '../deleted.ts'
import type { Translation } from '../translation.ts'

export const deleted = {
  title: 'Inspecciones eliminadas',
  back: 'Panel',
  intro:
    'Una inspección eliminada se puede restaurar durante {days} días. Después se elimina definitivamente, con sus respuestas, fotos, videos y planos. El enlace de invitado que tenía sigue cerrado.',
  none: 'No hay inspecciones eliminadas',
  noneHint: 'Las inspecciones que elimine se muestran aquí durante {days} días.',
  count: '{count, plural, one {# inspección eliminada} other {# inspecciones eliminadas}}',
  deletedOn: 'Eliminada el {date}',
  daysLeft: '{days, plural, one {Se puede restaurar # día más} other {Se puede restaurar # días más}}',
  waits: 'La eliminación todavía no se ha enviado.',
  restore: 'Restaurar',
  restoreOf: 'Restaurar {name}',
  forGood: 'Eliminar definitivamente',
  forGoodOf: 'Eliminar definitivamente: {name}',
  forGoodTitle: 'Eliminar definitivamente',
  forGoodConfirm:
    '¿Eliminar «{name}» definitivamente? Después no se podrán restaurar sus respuestas, fotos, videos ni planos.',
  restored: '«{name}» está otra vez en el panel.',
  gone: '«{name}» se eliminó definitivamente.',
  unreachedNever: 'Sin conexión. Solo se muestran las inspecciones eliminadas en este dispositivo.',
} satisfies Translation<typeof english>
