import type { sharing as english } from '../sharing.ts'
import type { Translation } from '../translation.ts'

export const sharing = {
  expired: 'Este enlace venció',
  linkReady: 'Quien tenga este enlace puede ver el informe.',
  copied: 'El enlace se copió correctamente',
  revoked: 'Se revocó el acceso al informe compartido.',
  title: 'Compartir inspección',
  link: 'Enlace al informe',
  copy: 'Copiar enlace',
  copyByHand: 'No se pudo copiar el enlace. Selecciónelo y cópielo usted.',
  views: '{count, plural, =0 {Aún sin vistas} one {Visto una vez} other {Visto # veces}}',
  createdOn: 'Creado el {date}',
  endsOn: 'Vence el {date}',
  endedOn: 'El enlace venció el {date}. Los invitados ya no pueden abrir el informe.',
  noEnd: 'No vence',
  sendTo: 'Correo electrónico o número de teléfono',
  sendToNote: 'Enviamos el enlace a un correo o a un número de EE. UU. de 10 dígitos.',
  sendToNoteWaits:
    'Una dirección de correo o un número de teléfono de EE. UU. de 10 dígitos. El correo y los mensajes de texto no están configurados: su administrador puede pasar el enlace.',
  send: 'Enviar',
  emailNotValid: 'El correo electrónico que escribió no es válido.',
  proveFirst:
    'Primero confirme su propio correo electrónico: quien recibe un enlace suyo ve el nombre de usted.',
  sentTitle: 'Mensaje con el enlace',
  sent: 'El enlace va en camino a {recipient}.',
  notSent:
    'El correo y los mensajes de texto no están configurados. Su administrador puede leer el mensaje para {recipient} y pasarlo.',
  done: 'Listo',
  mailSubject: '{owner} compartió un informe de inspección con usted',
  mailText: '{owner} compartió un informe de inspección con usted. El nombre que le dio: «{survey}»',
  mailNote: 'El enlace abre el informe para leerlo. No necesita una cuenta.',
  mailButton: 'Abrir el informe',
  sms: '{owner} compartió con usted un informe de inspección. El nombre que le dio es "{survey}": {url}',
  endDate: 'Fecha de vencimiento',
  endDateNote: 'Opcional. El enlace nuevo funciona hasta el final de ese día.',
  endDatePast: 'Elija hoy o un día posterior.',
  generate: 'Generar enlace nuevo',
  generateTitle: '¿Generar un enlace nuevo?',
  generateWarning:
    'Esto termina todos los accesos anteriores: quienes tengan el enlace actual lo pierden de inmediato.',
  revoke: 'Revocar acceso',
  revokeTitle: '¿Revocar el acceso?',
  revokeWarning:
    'Quienes tengan el enlace pierden el acceso de inmediato. Puede crear otro enlace cuando quiera.',
  making: 'Creando el enlace…',
} as const satisfies Translation<typeof english>
