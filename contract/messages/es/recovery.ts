import type { recovery as english } from '../recovery.ts'
import type { Translation } from '../translation.ts'

export const recovery = {
  emailRequired: 'El correo electrónico es obligatorio',
  emailInvalid: 'El correo electrónico no es válido',
  phoneRequired: 'El número de teléfono es obligatorio',
  linkOver: 'Este enlace ya no es válido. Pida uno nuevo.',
  linkSent:
    'Si esta dirección pertenece a una cuenta, ya va en camino un mensaje con un enlace de recuperación.',
  codeSent: 'Si pertenece a una cuenta, ya va en camino un código de un solo uso.',
  codeRight: 'El código es correcto. Elija una contraseña nueva.',
  changed: 'Su contraseña se cambió correctamente',

  title: 'Olvidé mi contraseña',
  lead: 'Escriba el correo electrónico de su cuenta. Le enviamos un enlace para elegir una contraseña nueva.',
  send: 'Enviar un enlace de recuperación',
  unusualEnding: 'Si la dirección es correcta, presione el botón otra vez.',
  byCode: 'Usar un código de un solo uso',
  byLink: 'Usar un enlace de recuperación',
  checkTitle: 'Revise su correo',
  checkText: 'Si esta dirección pertenece a una cuenta, ya va en camino un enlace de recuperación:',
  checkTextWaits:
    'Aquí no hay servidor de correo configurado. Si esta dirección pertenece a una cuenta, su administrador puede darle el enlace de recuperación:',
  leadWaits:
    'Introduzca la dirección de correo de su cuenta. Aquí no hay servidor de correo configurado: su administrador puede darle después el enlace para elegir una nueva contraseña.',
  codeLeadWaits:
    'Con un código elige una nueva contraseña. Aquí no se puede enviar, porque no está configurado: su administrador puede dárselo.',
  codeSentWaits:
    'Aquí no se puede enviar nada, porque no está configurado. Si esto pertenece a una cuenta, su administrador puede leer el código y dárselo.',
  codeTextWaits:
    'Aquí no se puede enviar nada, porque no está configurado. Si esto pertenece a una cuenta, su administrador puede darle su código:',
  madeAgain: 'Uno nuevo espera con su administrador.',
  checkHint: '¿No llegó nada? Revise la carpeta de correo no deseado o envíelo otra vez.',
  sentAgain: 'Se envió otra vez.',
  newTitle: 'Contraseña nueva',
  enterPassword: 'Escriba la contraseña.',
  repeatPassword: 'Repita la contraseña.',
  notMatching: 'Las contraseñas no coinciden.',
  savePassword: 'Guardar contraseña',
  doneTitle: 'Contraseña restablecida',
  doneText: 'Ya puede iniciar sesión con ella. Se cerró la sesión en todos los dispositivos.',
  codeTitle: 'Código de un solo uso',
  codeLead:
    'Enviamos un código a su número de teléfono o a su correo electrónico. Con él elige una contraseña nueva.',
  channel: 'Enviar el código a',
  toPhone: 'Número de teléfono',
  toEmail: 'Correo electrónico',
  sendCode: 'Enviar código',
  codeText: 'Si pertenece a una cuenta, ya va en camino un código:',
  submitCode: 'Enviar',
  otherTarget: 'Usar otro número u otra dirección',
  pleaseEnter: 'Escriba una contraseña',
  pleaseConfirm: 'Confirme su contraseña',
  tooShort: 'La contraseña debe tener al menos 2 caracteres',
  notFit: 'Contraseña no válida',

  resend: 'Reenviar',
  resendIn: 'Puede reenviarlo en',
  resendLater: 'Puede reenviarlo en dos minutos.',
  resendSoon: 'Puede reenviarlo en medio minuto.',
  resendNow: 'Ya puede reenviarlo.',

  greeting: 'Hola, {name}:',
  linkSubject: 'Elija una contraseña nueva para Fieldbook',
  linkText:
    'Alguien pidió una contraseña nueva para su cuenta de Fieldbook. Si fue usted, elíjala con el botón de abajo.',
  linkAction: 'Elegir una contraseña nueva',
  linkLife: 'El enlace sirve una sola vez, durante {minutes, plural, one {# minuto} other {# minutos}}.',
  notYou: 'Si no fue usted, ignore este mensaje. Su contraseña no cambia.',
  socialSubject: 'Cómo iniciar sesión en Fieldbook',
  socialText:
    'Alguien pidió una contraseña nueva para su cuenta de Fieldbook. Su cuenta no tiene contraseña: usted inicia sesión con {provider}.',
  socialNotYou: 'Si no fue usted, ignore este mensaje.',
  socialAction: 'Ir al inicio de sesión',
  codeSubject: 'Su código para una contraseña nueva de Fieldbook',
  codeMail:
    'Alguien pidió una contraseña nueva para su cuenta de Fieldbook. Si fue usted, este es su código:',
  codeLife:
    'Sirve una sola vez, durante {minutes, plural, one {# minuto} other {# minutos}}. No se lo diga a nadie.',
  codeSms:
    '{code} es su código de Fieldbook para una contraseña nueva. Sirve una sola vez, durante {minutes, plural, one {# minuto} other {# minutos}}. No se lo diga a nadie.',
  changedSubject: 'Se cambió su contraseña de Fieldbook',
  changedText:
    'Se cambió la contraseña de su cuenta de Fieldbook. Se cerró la sesión en todos los demás dispositivos.',
  changedNotYou: 'Si no fue usted, elija una contraseña nueva de inmediato:',
  changedAction: 'Elegir una contraseña nueva',
  changedSms:
    'Se cambió la contraseña de su cuenta de Fieldbook. Si no fue usted, elija una nueva de inmediato: {url}',
  waysRemoved:
    'Por seguridad, se quitaron las llaves de acceso y las demás formas de entrar que se habían agregado antes de que se confirmara su dirección.',
} as const satisfies Translation<typeof english>
