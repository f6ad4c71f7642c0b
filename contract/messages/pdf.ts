/** What only the report as a PDF says; the rest of its words are those of `reports`. */
export const pdf = {
  brand: 'Fieldbook',
  pageOf: 'Page {page} of {pages}',
  continued: '{label} (continued)',
} as const
