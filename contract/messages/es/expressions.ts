import type { expressions as english } from '../expressions.ts'
import type { Translation } from '../translation.ts'

export const expressions = {
  rulesBroken: 'Corrija los campos marcados',
  rulesBrokenLead: 'Estas respuestas no cumplen una regla:',
  ruleBroken: 'Esta respuesta no es válida.',
  faultIn: '{section}, {field}: {problem}',
  faultInSection: '{section}: {problem}',
  tooLong: 'Una expresión puede tener como máximo 1,000 caracteres.',
  tooDeep: 'Esta expresión tiene demasiados niveles.',
  badCharacter: '«{piece}» en el carácter {place} no significa nada en una expresión.',
  openText: 'El texto que comienza en el carácter {place} no tiene comillas de cierre.',
  openReference: 'La referencia que comienza en el carácter {place} no está cerrada.',
  badKey: '«{piece}» no es una clave válida. Use letras, números, «_», «-» y «.», comenzando con una letra.',
  valueExpected: 'Falta algo en el carácter {place}: un campo, un número, un texto o una función.',
  unexpected: '«{piece}» no corresponde en el carácter {place}.',
  unclosed: 'El paréntesis del carácter {place} no está cerrado.',
  unknownFunction: 'No existe la función «{piece}» (carácter {place}).',
  fixedArgument:
    'La función «{piece}» necesita un valor fijo en el carácter {place}: «..», una referencia o un texto entre comillas.',
  badPattern: 'El patrón del carácter {place} no se puede usar por «{piece}».',
  onceOfAnswers:
    'La función «{piece}» (carácter {place}) no puede usar respuestas: sus primeros valores no se guardan.',
  argumentCount: 'La función «{piece}» (carácter {place}) tiene un número incorrecto de argumentos.',
  unknownKey: 'No hay ningún campo ni sección con la clave «{piece}».',
  ambiguousKey: 'Más de una sección tiene la clave «{piece}».',
  cycle: 'Este campo depende de sí mismo.',
  sectionCycle: 'La condición de esta sección depende de una respuesta de la misma sección.',
  placeOutside:
    'La condición de una sección vale para todas sus repeticiones: no admite «position()», «once()», «uuid()» ni «random()».',
  sameKey: 'La clave «{piece}» aparece dos veces.',
  selfOutside: '«.» es la respuesta del propio campo. Úselo solo en una restricción.',
  nowOutside:
    '«now()» cambia todo el tiempo. Úselo solo en una restricción o dentro de «once()», donde es la hora en que se empezó esta parte de la inspección.',
  noCalculation: 'Un campo calculado necesita su cálculo.',
  filterOutside: 'Solo un campo con opciones puede tener un filtro de opciones.',
  unknownColumn: 'Ninguna opción tiene una columna «{piece}».',
  sameOption: 'La opción «{piece}» aparece dos veces.',
  unevenOptions: 'Cada opción necesita un valor y una celda en cada columna.',
  badDefault: '«{piece}» no es un valor predeterminado válido para este campo.',
  notOffered: '«{option}» no corresponde con las demás respuestas.',
} as const satisfies Translation<typeof english>
