import type { guests as english } from '../guests.ts'
import type { Translation } from '../translation.ts'

export const guests = {
  dashboard: 'Panel de invitados',
  expiredNote: 'Pida un enlace nuevo a la persona que lo compartió con usted.',
  loadFailed: 'No se pudo cargar el informe.',
  loading: 'Cargando el informe…',
  sections: 'Secciones',
  jumpToSection: 'Ir a la sección',
  basicInfo: 'Información básica',
  surveyName: 'Nombre de la inspección',
  dateCreated: 'Fecha de creación',
  lastEdited: 'Última edición',
  timeZone: 'Zona horaria',
  createdBy: 'Creado por',
  owner: 'Propietario',
  photoCount: 'Fotos',
  videoCount: 'Videos',
  fileCount: 'Archivos subidos',
  noValue: '–',
  emptySection: 'En esta sección no se registró nada.',
  noSections: 'Esta inspección todavía no tiene secciones.',
  sectionPosition: 'Sección {position} de {total}',
  zipDisabled: 'No hay archivos subidos para descargar.',
} as const satisfies Translation<typeof english>
