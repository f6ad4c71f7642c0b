/** The name of a picture's button, including a message shown in place of the picture. */
export function withNote(label: string, words: string): string {
  return words === '' ? label : `${label}: ${words}`
}
