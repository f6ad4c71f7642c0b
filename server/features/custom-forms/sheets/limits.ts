/** No form that people fill comes near these. */
export const sheetLimits = {
  /** Of a zip: its parts, and what they come to unpacked. */
  parts: 1_000,
  unpackedBytes: 64 * 1024 * 1024,
  sheets: 100,
  rows: 20_000,
  columns: 200,
  cells: 400_000,
  /** What a spreadsheet's cell can hold. */
  cellLength: 32_767,
} as const
