import type { building as english } from '../building.ts'
import type { Translation } from '../translation.ts'

export const building = {
  title: 'Información del edificio',
  choose: 'Inspección',
  surveyOf: '{name} · {owner}',
  none: 'Ninguna de sus inspecciones sin terminar tiene una sección Información del edificio.',
  start: 'Comenzar una inspección',
  notReached:
    'No se pueden leer sus inspecciones del servidor, y en este dispositivo no hay ninguna con información del edificio.',
} as const satisfies Translation<typeof english>
