/** Sign-up, login and one-time codes. Letter for letter as specified; odd spellings are the specification's. */
export const entry = {
  codeDigits: '{length} digits',
} as const
