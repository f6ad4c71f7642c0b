/**
 * The six field types of spec §3, then further ones. Everything that differs by type is in the engine's
 * `fields/registry.ts`.
 */
export const fieldTypes = [
  'text',
  'numeric',
  'checkbox',
  'radio',
  'select',
  'dynamic_dropdown',
  'long_text',
  'decimal',
  'date',
  'date_time',
  'yes_no',
  'signature',
  'position',
  'barcode',
  'time',
  'rating',
  'photo',
  'video',
  'note',
  'calculated',
] as const
export type FieldType = (typeof fieldTypes)[number]
