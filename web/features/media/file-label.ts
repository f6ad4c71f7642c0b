/** The name of a button with a picture in it: what stands there in the picture's place belongs to it. */
export function withNote(label: string, words: string): string {
  return words === '' ? label : `${label}: ${words}`
}
