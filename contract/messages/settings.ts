/** Settings of the account, for all its devices. */
export const settings = {
  title: 'Settings',
  lead: 'Changes apply immediately, here and on your other devices.',
  keptHere: 'Saved on this device. It is sent as soon as the server can be reached.',
  open: 'Open settings',
  profileText: 'Theme, text size, languages and units.',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'Match device',
  textSize: 'Text size',
  textSizeOf: '{percent}%',
  textSizeUsual: 'Default size',
  textSizeHint: 'Applies to everything on the screen, on top of your browser’s setting.',
  language: 'Language',
  languageHint:
    'For the app, its messages, emails and reports. What you and your templates have written stays as it is.',
  languageLater: 'Saved. The app switches as soon as the server can be reached.',
  dictation: 'Dictation',
  dictationHint: 'The language you speak when you dictate.',
  test: 'Try dictation',
  units: 'Units',
  imperial: 'US customary (feet, pounds, °F)',
  metric: 'Metric (meters, kilograms, °C)',
  unitsHint:
    'A measurement that a template asks for in other units is also shown in yours beside its field. Answers and reports keep the template’s unit.',
  converted: '= {measure}',
} as const
