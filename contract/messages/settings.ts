/** What a person chooses for this device. */
export const settings = {
  title: 'Settings',
  lead: 'These choices stay on this device.',
  open: 'Open settings',
  profileText: 'Theme and dictation language.',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'As the device',
  dictation: 'Dictation',
  dictationHint: 'The language that you speak when you dictate.',
  test: 'Try dictation',
} as const
