/** A quoted cell of a CSV table. Nothing in it may begin a formula: a spreadsheet would carry it out. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
