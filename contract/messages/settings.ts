/** What a person chooses, for all of the account's devices. */
export const settings = {
  title: 'Settings',
  lead: 'Changes apply immediately, here and on your other devices.',
  keptHere: 'Kept on this device. It is sent as soon as the server can be reached.',
  open: 'Open settings',
  profileText: 'Theme, text size, languages and units.',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'Match device',
  textSize: 'Text size',
  textSizeOf: '{percent}%',
  textSizeUsual: 'Usual size',
  textSizeHint: 'Of everything on the screen, beside what the browser is set to.',
  language: 'Language',
  languageHint:
    'Of the app, its messages, mails and reports. What you and your templates have written stays as it is.',
  languageLater: 'Kept. It is spoken as soon as the server can be reached.',
  dictation: 'Dictation',
  dictationHint: 'The language that you speak when you dictate.',
  test: 'Try dictation',
  units: 'Units',
  imperial: 'US customary (feet, pounds, °F)',
  metric: 'Metric (meters, kilograms, °C)',
  unitsHint:
    'A measure that a template asks for in other units is shown in yours beside its field. Kept and reported is what the template asks for.',
  converted: '= {measure}',
} as const
