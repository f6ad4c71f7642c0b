/** Texts only of the PDF; all others are in `reports`. */
export const pdf = {
  brand: 'Fieldbook',
  pageOf: 'Page {page} of {pages}',
  continued: '{label} (continued)',
} as const
