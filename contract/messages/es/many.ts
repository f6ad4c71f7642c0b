import type { many as english } from '../many.ts'
import type { Translation } from '../translation.ts'

export const many = {
  bar: 'Inspecciones seleccionadas',
  chosen: '{count, plural, one {# inspección seleccionada} other {# inspecciones seleccionadas}}',
  choose: 'Seleccionar {name}',
  chooseAll: 'Seleccionar todas las de esta página',
  none: 'Quitar la selección',
  delete: 'Eliminar inspecciones',
  deleteText:
    '{count, plural, one {# inspección pasa} other {# inspecciones pasan}} a «Inspecciones eliminadas», de donde se puede restaurar durante {days} días.',
  deleted: '{count, plural, one {Se eliminó # inspección.} other {Se eliminaron # inspecciones.}}',
  deletedWhere: 'Se pueden restaurar durante {days} días en «Inspecciones eliminadas».',
  notOwn:
    '{count, plural, one {# de ellas es de otra persona y queda como está.} other {# de ellas son de otras personas y quedan como están.}}',
  refused:
    '{count, plural, one {# de ellas tiene cambios que el servidor rechazó. Elimínela por separado.} other {# de ellas tienen cambios que el servidor rechazó. Elimínelas una por una.}}',
  download: 'Descargar inspecciones',
  downloadText:
    '{count, plural, one {Un archivo para # inspección.} other {Un archivo para cada una de # inspecciones, uno tras otro. Su navegador puede preguntar si permite guardar varios.}}',
  done: '{done} de {count} descargadas',
  move: 'Pasar a la versión más nueva',
  moveShort: 'Pasar a la versión nueva',
  moveFound:
    '{count, plural, one {# inspección sigue una versión anterior de su plantilla.} other {# inspecciones siguen una versión anterior de su plantilla.}}',
  moveNone:
    '{count, plural, one {# inspección ya sigue la versión más nueva.} other {# inspecciones ya siguen la versión más nueva.}}',
  share: 'Compartir inspecciones',
  shared: '{email} tiene acceso a {count, plural, one {# inspección} other {# inspecciones}} ahora.',
  failed: '{count, plural, one {Falló # inspección} other {Fallaron # inspecciones}}',
  failedOne: '{name}: {message}',
} satisfies Translation<typeof english>
