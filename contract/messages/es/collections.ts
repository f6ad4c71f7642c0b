import type { collections as english } from '../collections.ts'
import type { Translation } from '../translation.ts'

export const collections = {
  active:
    'Este dispositivo tiene {count, plural, one {# cambio sin enviar} other {# cambios sin enviar}} de {name}. Inicie sesión en esa cuenta para {count, plural, one {enviarlo} other {enviarlos}}.',
  disabled:
    'La cuenta {name} está desactivada. {count, plural, one {Su cambio sin enviar se conserva} other {Sus # cambios sin enviar se conservan}} en este dispositivo. Un administrador puede {count, plural, one {recogerlo} other {recogerlos}}.',
  gone: 'La cuenta {name} se eliminó. {count, plural, one {Su cambio sin enviar se conserva} other {Sus # cambios sin enviar se conservan}} en este dispositivo y no se {count, plural, one {puede} other {pueden}} enviar a menos que un administrador restaure la cuenta.',
  someone: 'otra cuenta',
  enterCode: 'Introducir código de recogida',
  codeTitle: 'Enviar el trabajo pendiente de {name}',
  codeHelp:
    'Un administrador crea el código en Cuentas → {name} → Recoger trabajo sin enviar. Sirve una vez, durante 15 minutos.',
  code: 'Código de recogida',
  send: 'Enviar trabajo pendiente',
  sending: 'Enviando. {count, plural, one {Falta # cambio} other {Faltan # cambios}}.',
  sent: 'Se envió todo lo de {name}. Se agregaron las fotos y partes nuevas; las respuestas que difieren esperan a la persona responsable de la inspección.',
  changesSent:
    'Se enviaron todos los cambios de inspecciones de {name}. Se agregaron fotos y partes nuevas; las respuestas distintas esperan al propietario de la inspección.',
  stays:
    'No se recogió: {what}. Ese trabajo se queda en este dispositivo hasta que la cuenta vuelva a activarse e inicie sesión.',
  onlyStays:
    'La cuenta {name} está desactivada. Este dispositivo conserva trabajo que un administrador no puede recoger: {what}. Se envía cuando la cuenta vuelva a activarse e inicie sesión.',
  unfinished:
    'La recogida aún no ha terminado: {reason} Inténtelo de nuevo; pasado un tiempo necesita un código nuevo.',
  someLeft:
    '{count, plural, one {No se envió # cambio y sigue} other {No se enviaron # cambios y siguen}} en este dispositivo: {reason}',
  interrupted:
    'Se perdió la conexión. {count, plural, one {# cambio sigue} other {# cambios siguen}} en este dispositivo. Vuelva a intentarlo; pasado un tiempo necesitará un código nuevo.',
  leftOut:
    'Los nombres, estados, descripciones y eliminaciones quedan en manos de la nueva persona responsable.',
  close: 'Cerrar',
  codeWrong: 'Este código no es válido. Revise los dígitos o pida un código nuevo al administrador.',
  notDisabled: 'Esta cuenta no está desactivada: envía su trabajo ella misma cuando inicia sesión.',
  notCollected: 'Esta sesión solo envía trabajo pendiente.',
  handedOver:
    'Esta inspección pertenece ahora a otra persona. Las fotos, partes y respuestas que agregue se le transmiten; el nombre, el estado y todo lo que ya contiene los decide la nueva persona responsable.',
  proposed:
    '{count, plural, one {# respuesta del dispositivo de la persona responsable anterior difiere} other {# respuestas del dispositivo de la persona responsable anterior difieren}} de las suyas.',
  undecided: '{count, plural, one {# respuesta está} other {# respuestas están}} por decidir.',
  proposedText: 'Llegaron tarde. Sus respuestas se mantienen hasta que elija.',
  standing: 'Ahora en la inspección: {value}',
  use: 'Usar esta respuesta',
  keep: 'Mantener la respuesta actual',
  keepText: 'Esta respuesta se quita de la lista. La inspección queda como está.',
  finished: 'Se envió el trabajo pendiente.',
  collect: 'Recoger trabajo sin enviar',
  collectTitle: 'Recoger el trabajo sin enviar de {name}',
  collectText:
    'Vaya a un dispositivo en el que trabajó {name} y abra la página de inicio de sesión. Debajo del aviso sobre cambios sin enviar, elija «Introducir código de recogida» y escriba el código.',
  createCode: 'Crear código',
  newCode: 'Crear otro código',
  collectEnds: 'Sirve una vez, hasta las {time}. Un código nuevo lo sustituye.',
} as const satisfies Translation<typeof english>
