import type { search as english } from '../search.ts'
import type { Translation } from '../translation.ts'

export const search = {
  jumpTo: 'Ir a una sección',
  anywhere: 'Buscar en todo el informe de inspección',
  gone: 'Ocurrió un error inesperado',
  clear: 'Borrar la búsqueda',
  foundCount: '{count, plural, one {# resultado} other {# resultados}}',
  moreFound: '{count, plural, one {# más. Escriba más para acotar.} other {# más. Escriba más para acotar.}}',
  addTitle: 'Agregar un título',
  addTitleTo: 'Agregar un título a {name}',
  changeTitle: 'Cambiar el título de {name}',
  titleOf: 'Título de {name}',
  titleHint: 'Por ejemplo «Unidad 4B»',
} as const satisfies Translation<typeof english>
