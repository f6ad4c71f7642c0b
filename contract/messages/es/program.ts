import type { program as english } from '../program.ts'
import type { Translation } from '../translation.ts'

export const program = {
  newVersion: 'Hay una versión nueva',
  useNow: 'Usarla ahora',
  soon: 'Se instalará en cuanto no se esté enviando nada y nadie esté escribiendo.',
  keepReason:
    'Sus respuestas se guardan en este dispositivo hasta que se envían. Es posible que el navegador le pregunte si Fieldbook puede guardar datos de forma permanente. Permítalo para que el navegador no los borre.',
  installReason:
    'Safari borra lo que guarda una página tras siete días sin visitarla. Agregue Fieldbook a la pantalla de inicio (Compartir y luego Agregar a inicio) e inicie sesión allí: así se conserva.',
  privateReason:
    'Parece una ventana privada: el trabajo que aún no esté en el servidor se pierde al cerrarla. Abra Fieldbook en una ventana normal para conservar el trabajo en este dispositivo.',
  refusedReason:
    'Este navegador no deja que Fieldbook guarde nada en este dispositivo. Ábralo en una ventana normal o permítale guardar datos.',
  blocked:
    'Fieldbook está abierto en otra pestaña o ventana que bloquea el almacenamiento de este dispositivo. Ciérrela para continuar. No se pierde nada.',
  silent:
    'Este navegador no responde cuando Fieldbook lee o guarda en este dispositivo. Cierre las demás pestañas y ventanas de Fieldbook y vuelva a cargar esta página. Si no ayuda, cierre el navegador y ábralo de nuevo.',
  storesNothingTitle: 'No se puede guardar nada en este dispositivo',
  storesNothing:
    'Este navegador bloquea las cookies y los datos de sitios, por lo que Fieldbook no puede guardar su trabajo en este dispositivo antes de enviarlo. Permita las cookies y los datos de este sitio en la configuración del navegador y recargue la página.',
  cannotSend:
    'No se pudo cargar una parte de Fieldbook, por lo que esta página no puede enviar. Todo está guardado en este dispositivo: recargue la página para enviarlo.',
  notLoaded:
    'No se pudo cargar Fieldbook. Revise su conexión y vuelva a cargar la página. Lo que está guardado en este dispositivo se conserva.',
  notStarted:
    'Fieldbook no pudo iniciarse en este navegador. Vuelva a cargar la página. Si no ayuda, actualice el navegador o use otro: Fieldbook necesita Chrome o Edge 111, Firefox 114, Safari 16.4 o posteriores.',
  slowStart: 'Fieldbook todavía se está cargando. Con una conexión débil esto tarda un poco.',
  offlineReady: 'Todo listo para trabajar sin conexión: puede empezar, llenar y entregar inspecciones.',
  damaged:
    'Este navegador ya no puede leer los datos de Fieldbook en este dispositivo. Cierre el navegador y ábralo de nuevo. Si este mensaje vuelve, repare los datos: las respuestas sin enviar se recuperan; las fotos y los videos que no se enviaron se pierden.',
  repair: 'Reparar',
  storeCleared: 'Este navegador borró los datos de Fieldbook en este dispositivo.',
  workRestored:
    '{count, plural, one {Se recuperó # cambio sin enviar y se enviará.} other {Se recuperaron # cambios sin enviar y se enviarán.}}',
  workLost: 'Se perdió de «{survey}»: {what}. Último cambio: {time}. Agréguelo de nuevo.',
  workLostElsewhere: 'Se perdió: {what}. Último cambio: {time}. Agréguelo de nuevo.',
  notRestored:
    'Este navegador borró los datos de Fieldbook y este trabajo sin enviar aún no se pudo recuperar: {what}. Se conserva. Libere espacio en este dispositivo y vuelva a cargar la página.',
  notRecorded:
    'Este dispositivo no tiene espacio para una segunda copia del trabajo sin enviar. Si el navegador borra los datos de Fieldbook, ese trabajo se pierde. Envíelo pronto o libere espacio.',
  namedFiles: '{what} ({names})',
  moreLost:
    '{count, plural, one {# inspección más perdió trabajo sin enviar.} other {# inspecciones más perdieron trabajo sin enviar.}} Vea Almacenamiento de datos.',
} satisfies Translation<typeof english>
