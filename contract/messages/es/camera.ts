import type { camera as english } from '../camera.ts'
import type { Translation } from '../translation.ts'

export const camera = {
  title: 'Prueba de la cámara',
  homeText: 'Compruebe antes de la visita que la cámara funciona.',
  lead: 'Vea la imagen de la cámara y tome una foto de prueba. No se guarda ni se envía nada.',
  permission: 'Permiso',
  granted: 'Permitida',
  denied: 'No permitida',
  prompt: 'El navegador pregunta cuando se inicia la cámara',
  unknown: 'No se sabe antes de que se inicie la cámara',
  start: 'Iniciar la cámara',
  stop: 'Detener la cámara',
  picture: 'Vista de la cámara',
  works: 'La cámara funciona.',
  choose: 'Elija una cámara',
  used: 'Cámara',
  numbered: 'Cámara {number}',
  size: 'Imagen',
  pixels: '{width} × {height} píxeles',
  shoot: 'Tomar una foto de prueba',
  photo: 'Foto de prueba',
  notKept: 'Esta foto no se guarda.',
  discard: 'Descartar la foto',
  ended: 'La cámara se detuvo.',
  toHome: 'Volver al inicio',
  plugIn:
    'No se encontró ninguna cámara. Conecte una o vea en los ajustes del dispositivo si está apagada e inténtelo de nuevo. Las fotos también se pueden elegir de la galería.',
  overHttps:
    'Los navegadores solo permiten la cámara en páginas https. Abra Fieldbook con su dirección https.',
  freeIt: 'Cierre otras aplicaciones y pestañas que usan la cámara e inténtelo de nuevo.',
  allowChrome:
    'Presione el icono a la izquierda de la dirección, active Cámara e inténtelo de nuevo. Si nada cambia, permita que el navegador use la cámara en los ajustes de privacidad del sistema.',
  allowAndroid:
    'Toque el icono a la izquierda de la dirección, luego Permisos, y permita la cámara. Si no aparece, permítala para el navegador en Ajustes, Aplicaciones de Android. Luego inténtelo de nuevo.',
  allowFirefox:
    'Presione el icono de la cámara a la izquierda de la dirección, quite el bloqueo e inténtelo de nuevo. Firefox vuelve a preguntar.',
  allowFirefoxAndroid:
    'Toque el icono a la izquierda de la dirección y permita la cámara. Si no aparece, permítala para Firefox en Ajustes, Aplicaciones de Android. Luego inténtelo de nuevo.',
  allowIosSafari:
    'Abra el menú de la página a la izquierda de la dirección, luego Configuración del sitio web, y ponga Cámara en Permitir. Para la aplicación instalada, use Ajustes, Apps, Safari, Cámara. Luego inténtelo de nuevo.',
  allowIosApp:
    'Abra Ajustes en este dispositivo, luego Apps, elija su navegador y active Cámara. Luego inténtelo de nuevo.',
  allowMacSafari:
    'Abra el menú de Safari, luego Ajustes de este sitio web, y ponga Cámara en Permitir. Luego inténtelo de nuevo.',
  allowOther: 'Permita la cámara para esta página en los ajustes del navegador e inténtelo de nuevo.',
} as const satisfies Translation<typeof english>
