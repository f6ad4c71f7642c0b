import type { speech as english } from '../speech.ts'
import type { Translation } from '../translation.ts'

export const speech = {
  dictate: 'Dictar {field}',
  listening: 'Escuchando… Presione de nuevo para detener.',
  hearing: 'Se oye:',
  nothingHeard: 'El dictado se detuvo porque no se oyó nada.',
  notAllowed:
    'El micrófono no está permitido para esta página. Permítalo en los ajustes del navegador o siga escribiendo.',
  noMicrophone: 'No se encontró ningún micrófono. Puede seguir escribiendo.',
  network: 'En este momento no se puede llegar al servicio de voz del navegador. Puede seguir escribiendo.',
  language: 'Este navegador no puede dictar en el idioma elegido. Puede elegir otro en Ajustes.',
  interrupted: 'Otra cosa que usa el micrófono interrumpió el dictado.',
  failed: 'El dictado no funciona en este momento. Puede seguir escribiendo.',
  full: 'Este campo está lleno: no cupo todo lo que se dijo.',
  unsupported:
    'Este navegador no tiene dictado, por eso no se muestra su botón. Chrome, Edge y Safari lo tienen; la mayoría de los teclados de teléfono tienen su propio micrófono.',
  service:
    'Su navegador convierte la voz en texto. Algunos navegadores envían para ello el audio al proveedor del navegador.',
  testTitle: 'Prueba de dictado',
  testText: 'Presione el micrófono y hable. No se guarda nada.',
  testBox: 'Texto de prueba',
  supportTitle: 'Lo que este navegador puede hacer',
  dictation: 'Dictado',
  available: 'Disponible',
  notAvailable: 'No disponible',
  microphone: 'Micrófono',
  granted: 'Permitido',
  denied: 'No permitido',
  prompt: 'Pregunta cuando comienza el dictado',
  unknown: 'No se sabe antes de que comience el dictado',
  dictationLanguage: 'Idioma del dictado',
  spoken: 'Idioma',
  rounds: 'Dictado largo',
  roundsContinuous: 'De una vez',
  roundsOne: 'Frase por frase; el teléfono puede sonar entre ellas',
} as const satisfies Translation<typeof english>
