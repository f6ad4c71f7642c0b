/** The longest name of a sheet, in UTF-16 code units. */
const sheetNameMax = 31
const fileNameMax = 80

/** Returns a name for a sheet that spreadsheets accept and that differs from those taken, also in case. */
export function sheetName(label: string, taken: Set<string>): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no spreadsheet shows them in a name
  const plain = label.toWellFormed().replace(/[:\\/?*[\]\u0000-\u001f\ufffe\uffff]+/g, ' ')
  const name = withoutEdges(plain.replace(/\s+/g, ' '))
  // Spreadsheets reserve this name.
  return unique(/^history$/i.test(name) ? `${name} 1` : name || 'Sheet', sheetNameMax, taken)
}

/** Returns a file name without extension that every system can unpack and that differs from those taken. */
export function tableFileName(label: string, taken: Set<string>): string {
  const plain = label
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}:\\/?*[\]"<>|\ufffe\uffff]+/gu, ' ')
  const name = plain.replace(/\s+/g, ' ').replace(/^[ .']+|[ .']+$/g, '')
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)
  return unique(isReserved ? `_${name}` : name || 'Table', fileNameMax, taken)
}

function unique(name: string, most: number, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const found = `${withoutEdges(shortened(name, most - end.length))}${end}`
    const same = found.normalize('NFC').toLowerCase()
    if (taken.has(same)) continue
    taken.add(same)
    return found
  }
}

/** Apostrophes at the ends are not allowed, since spreadsheets quote names with them. */
function withoutEdges(name: string): string {
  return name.replace(/^[\s']+|[\s']+$/g, '')
}

function shortened(name: string, most: number): string {
  return name.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}
