/** Returns a quoted CSV cell. Escapes a leading formula character, because a spreadsheet would execute it. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
