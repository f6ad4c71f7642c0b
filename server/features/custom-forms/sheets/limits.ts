/** Far above any real form. */
export const sheetLimits = {
  /** Maximum parts of a zip, their unpacked bytes, and the compression ratio of a large part. */
  parts: 1_000,
  unpackedBytes: 64 * 1024 * 1024,
  smallPart: 1024 * 1024,
  compression: 200,
  sheets: 100,
  rows: 20_000,
  /** Includes blank cells before the last one of a row. */
  cells: 400_000,
  /** Maximum length of a spreadsheet cell. */
  cellLength: 32_767,
} as const
