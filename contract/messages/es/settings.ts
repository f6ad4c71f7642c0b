import type { settings as english } from '../settings.ts'
import type { Translation } from '../translation.ts'

export const settings = {
  title: 'Ajustes',
  lead: 'Los cambios se aplican de inmediato, aquí y en sus otros dispositivos.',
  keptHere: 'Guardado en este dispositivo. Se enviará en cuanto haya conexión con el servidor.',
  open: 'Abrir los ajustes',
  profileText: 'Tema, tamaño del texto, idiomas y unidades.',
  theme: 'Tema',
  light: 'Claro',
  dark: 'Oscuro',
  system: 'Igual que el dispositivo',
  textSize: 'Tamaño del texto',
  textSizeOf: '{percent}%',
  textSizeUsual: 'Tamaño normal',
  textSizeHint: 'Para todo lo que hay en la pantalla, además del ajuste del navegador.',
  language: 'Idioma',
  languageHint:
    'Para la aplicación, sus mensajes, correos e informes. Lo que usted y sus plantillas han escrito no cambia.',
  languageLater: 'Guardado. Se usará en cuanto haya conexión con el servidor.',
  dictation: 'Dictado',
  dictationHint: 'El idioma en que habla cuando dicta.',
  test: 'Probar el dictado',
  units: 'Unidades',
  imperial: 'De Estados Unidos (pies, libras, °F)',
  metric: 'Métricas (metros, kilogramos, °C)',
  unitsHint:
    'Una medida que la plantilla pide en otras unidades se muestra en las suyas junto al campo. Se guarda y se informa lo que pide la plantilla.',
  converted: '= {measure}',
} as const satisfies Translation<typeof english>
