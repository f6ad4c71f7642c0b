import type { passkeys as english } from '../passkeys.ts'
import type { Translation } from '../translation.ts'

export const passkeys = {
  title: 'Llaves de acceso',
  lead: 'Inicie sesión con su huella, su rostro o el código de su dispositivo. No hay nada que escribir ni nada que se pueda adivinar o enviar a una página falsa.',
  none: 'Todavía no hay llaves de acceso.',
  add: 'Agregar una llave de acceso',
  addText: 'Su dispositivo le pide su huella, su rostro o su código.',
  name: 'Nombre',
  nameHint: 'Un nombre que reconozca, por ejemplo el del dispositivo.',
  nameMissing: 'Escriba un nombre',
  rename: 'Cambiar nombre',
  renameOf: 'Cambiar el nombre de {name}',
  remove: 'Quitar',
  removeOf: 'Quitar {name}',
  removeTitle: '¿Quitar esta llave de acceso?',
  removeText:
    '{name} ya no abre su cuenta. Su dispositivo puede seguir ofreciéndola hasta que la elimine también allí.',
  added: 'Agregada el {date}',
  lastUsed: 'usada por última vez el {date}',
  neverUsed: 'todavía sin usar',
  backedUp: 'guardada por su administrador de contraseñas',
  removed: 'Se quitó la llave de acceso.',
  currentPassword: 'Contraseña actual',
  confirmFirst: 'Primero escriba su contraseña actual.',
  logInAgain: 'Por su seguridad: cierre la sesión, iníciela de nuevo y después agregue la llave de acceso.',
  wrongPassword: 'La contraseña actual no es válida.',
  refused: 'No se aceptó la llave de acceso. Inténtelo de nuevo.',
  tooMany: 'Ya tiene todas las llaves de acceso que admite una cuenta. Quite una primero.',
  noDomain:
    'Las llaves de acceso necesitan una dirección con nombre y no con números. Abra esta instalación por su nombre.',
  lastWayIn:
    'Es la única forma de entrar en su cuenta. Agregue primero una contraseña u otra llave de acceso.',
  cancelled: 'No cambió nada: no se respondió a la pregunta de su dispositivo.',
  already: 'Este dispositivo ya tiene una llave de acceso para su cuenta.',
  logIn: 'Iniciar sesión con una llave de acceso',
  addedSubject: 'Se agregó una llave de acceso a su cuenta',
  addedText: 'La llave de acceso {name} ahora abre su cuenta de Fieldbook.',
  addedNotYou: 'Si no fue usted, quítela en su perfil y cambie su contraseña.',
  endOthers: 'Cerrar las demás',
  endOthersTitle: '¿Cerrar todas las demás sesiones?',
  endOthersText:
    'Todos los dispositivos, menos este, tienen que iniciar sesión de nuevo. Lo guardado en ellos y aún no enviado se queda allí.',
  othersEnded: 'Se cerraron todas las demás sesiones.',
} as const satisfies Translation<typeof english>
