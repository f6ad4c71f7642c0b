import type { Translation } from '../translation.ts'
import type { xlsform as english } from '../xlsform.ts'

export const xlsform: Translation<typeof english> = {
  noSurveySheet: 'la hoja «survey» falta o está vacía.',
  noTypeColumn: 'la hoja «survey» no tiene columna «type».',
  noQuestions: 'la hoja «survey» no tiene preguntas.',
  untitled: 'Formulario importado',
  unnamedGroup: 'Sección {number}',
  addAnother: 'Agregar otro: {name}',
  sheetRefused: 'La hoja «{sheet}» no es compatible y se omitió.',
  settingLeftOut: 'El ajuste «{column}» no tiene equivalente y se omitió.',
  otherLanguage:
    'Columna «{column}»: otra columna está en el mismo idioma, o hay demasiados idiomas; esta se omitió.',
  columnLeftOut:
    'La columna «{column}» ({count, plural, one {# fila} other {# filas}}) no tiene equivalente y se omitió.',
  appearance:
    'Columna «{column}» ({count, plural, one {# fila} other {# filas}}): los ajustes de apariencia se ignoran.',
  noType: 'La fila no tiene tipo y se omitió.',
  disabled: 'La fila está desactivada y se omitió.',
  metadata: '«{type}» se omitió. Fieldbook registra quién llenó una inspección, cuándo y dónde.',
  notImported: '«{type}» no es compatible y se omitió.',
  unknownType: '«{type}» no es un tipo de pregunta; se importó como texto.',
  asText: '«{type}» no es compatible; se importó como texto.',
  asHiddenText: '«{type}» no es compatible; se importó como texto, oculto.',
  asLongText:
    '«{type}» no es compatible; se importó como texto largo: el inspector escribe las opciones en orden.',
  withPhotos: 'Se importó como campo de texto con fotos y videos.',
  soundAsText: 'No se puede grabar audio; se importó como texto.',
  hidden:
    'Los campos no se pueden ocultar al inspector; se importó como campo interno, que el cliente nunca ve.',
  readOnly: 'Una pregunta no puede ser de solo lectura; el inspector puede cambiarla.',
  repeatCount: 'El número de repeticiones «{count}» se omitió: el inspector agrega las que necesite.',
  nestedRepeat: 'Una repetición anidada pasó a ser una sección aparte, «{name}».',
  neverEnded: '«{name}» no tiene fila de cierre; termina con la hoja.',
  neverBegun: 'La fila cierra un grupo que no se abrió; se omitió.',
  otherEnd: 'La fila cierra «{name}», pero su tipo no coincide.',
  emptyGroup: '«{name}» no tiene preguntas y se omitió.',
  renamed: 'El nombre «{name}» pasó a ser «{key}».',
  tooManyFields:
    'la fila {row} de la hoja «{sheet}» es una pregunta de más: {count, plural, other {una plantilla puede tener # campos}}.',
  tooManyInSection:
    'la fila {row} de la hoja «{sheet}» es una pregunta de más: {count, plural, other {una sección puede tener # campos}} y «{name}» tiene más. Divídala en grupos.',
  tooManySections: 'Una plantilla puede tener hasta {count} secciones; esta se agregó a la última.',
  calculationLeftOut: 'El cálculo «{rule}» se omitió: las respuestas escritas no se pueden calcular.',
  ruleTooLong: 'La expresión es demasiado larga y se omitió: «{rule}»',
  ruleLeftOut: '«{rule}» se omitió. {reason}',
  ruleUnused: '«{rule}» se omitió: «{column}» no tiene efecto en una fila del tipo «{type}».',
  acrossRepeats:
    'Usa «{piece}» de otro nivel de repeticiones anidadas. Las secciones no se pueden anidar, así que contaría todos los niveles juntos.',
  acrossInLabel:
    '«{key}» está en otro nivel de repeticiones anidadas, así que una etiqueta no puede mostrarlo. La referencia se muestra tal como está escrita.',
  errorCell:
    'La celda muestra el error «{error}» y se leyó como vacía. Corríjala en la hoja de cálculo, guarde e importe de nuevo.',
  noHeader: 'La columna no tiene encabezado, así que este texto se omitió: «{text}»',
  columnTwice: 'El encabezado «{column}» aparece dos veces. Solo se leyó su primera columna.',
  moreNotes:
    '{count, plural, one {Hay # nota más que no se muestra} other {Hay # notas más que no se muestran}}.',
  rangeStep: 'El paso {step} se omitió: se acepta cualquier número entero de {start} a {end}.',
  rangeStepDecimal: 'El paso {step} se omitió: se acepta cualquier número de {start} a {end}.',
  parameters: 'Los parámetros «{given}» no tienen equivalente y se omitieron.',
  plainCharacters:
    'Las comillas tipográficas y los espacios de no separación se leyeron como normales: «{rule}»',
  calculationHidden: 'Ahora nada calcula este campo; está oculto y queda vacío.',
  choicesFromFile: 'Las opciones vienen de otro archivo, que no se puede importar; se importó como texto.',
  someChoicesFromFile:
    'Hay más opciones en otro archivo, que no se puede importar; se conservaron las de la hoja.',
  unknownInLabel:
    'La etiqueta muestra la respuesta a «{key}», que no existe en el formulario; se muestra tal cual.',
  answersInSection: 'El nombre de una sección no puede mostrar respuestas; se dejaron fuera.',
  noList: 'No hay ninguna lista «{list}» en la hoja «choices»; se importó como texto.',
  orOther: 'Se agregó después un campo de texto para «other».',
  ownCell: '«{cell}» no es un valor de esta columna y se omitió.',
  tooLong: '{max, plural, other {Tiene más de # caracteres}}; el resto se omitió.',
  choiceColumn: 'Columna «{column}»: ningún filtro puede usar una columna con este nombre; se omitió.',
  choiceWithoutList: 'La opción no está en ninguna lista y se omitió.',
  choiceEmpty: 'La opción no tiene nombre ni etiqueta y se omitió.',
  choiceWithoutLabel: 'La opción no tiene etiqueta; se muestra su nombre «{name}».',
  choiceWithoutName: 'La opción no tiene nombre; las reglas deben llamarla por su etiqueta «{label}».',
  choiceNameTwice:
    'La lista tiene el nombre «{name}» también en la fila {row}. Las reglas no pueden distinguir las dos opciones.',
  choiceMedia:
    'La columna «{column}» ({count, plural, one {# fila} other {# filas}}) se omitió: las opciones no tienen imágenes, sonido, video ni orden propios.',
  choiceTwice: 'Dos opciones de una lista se leen igual; la segunda pasó a ser «{label}».',
  tooManyOptions: 'Un formulario puede tener {count} opciones en todos sus campos; se importó como texto.',
  tooManyChoices: 'La lista «{list}» tiene más opciones de las permitidas; esta se omitió.',
}
