import type { surveys as english } from '../surveys.ts'
import type { Translation } from '../translation.ts'

export const surveys = {
  nameAndOwnerMissing: 'Escriba el nombre de la inspección y el propietario',
  nameMissing: 'Escriba el nombre de la inspección',
  ownerMissing: 'Escriba el nombre del propietario',
  nameTooLong: 'Use como máximo 200 caracteres.',
  invalidTemplateOrSection: 'Plantilla o sección no válida',
  fillMandatory: 'Llene todos los campos obligatorios',
  enterData: 'Escriba los datos',
  enterNumber: 'Escriba un número',
  answerTooLong: 'Esta respuesta es demasiado larga.',
  tooLarge:
    'Esta inspección está llena: sus respuestas pueden ocupar {megabytes} MB en total. Lo último que introdujo queda en este dispositivo. Acorte o elimine algo, o empiece otra inspección, y envíelo de nuevo.',
  badAnswer: 'Esta respuesta no corresponde a su campo.',
  nothingToCopy: 'No hay nada anterior que se pueda copiar.',
  lastSubSection: 'La última de una sección no se puede eliminar.',
  tooManySubSections: 'En esta sección no caben más.',
  restoreTooLate: 'Esta inspección se eliminó hace demasiado tiempo para restaurarla.',
  saved: 'La inspección se guardó correctamente',
  submitted: 'La inspección se entregó correctamente',
  readOnly: 'Puede ver esta inspección, pero no cambiarla.',
  ownerOnly: 'Solo quien creó esta inspección puede hacerlo.',
  recoveredDismissed: 'Se quitó de la lista.',
  deletedAccount: 'Cuenta eliminada',
  removed: 'La inspección se eliminó correctamente',
  deleteConfirm: '¿Seguro que quiere eliminar la inspección?',
  noneFound: 'No hay datos; comience por crear una inspección',
  nothingFound: 'No se encontró nada; pruebe con otros criterios',
  progressCompleted: 'Completada',
  progressPart: '{percent}% completado',
} as const satisfies Translation<typeof english>
