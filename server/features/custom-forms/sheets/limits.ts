/** No form that people fill comes near these. */
export const sheetLimits = {
  /** Of a zip: its parts, what they come to unpacked, and how many times smaller a large part may be packed. */
  parts: 1_000,
  unpackedBytes: 64 * 1024 * 1024,
  smallPart: 1024 * 1024,
  compression: 200,
  sheets: 100,
  rows: 20_000,
  /** Blank cells before a row's last one count, too. */
  cells: 400_000,
  /** What a spreadsheet's cell can hold. */
  cellLength: 32_767,
} as const
