/** The list's expected results, for tests of both implementations: the server and an offline device. */
export const listed = [
  { survey_name: 'Harbor View', owner: 'Dana Reed', date_created: '2026-03-01T04:59:59.999Z' },
  { survey_name: 'harbour 100%', owner: 'Zoë ÉTOILE', date_created: '2026-03-01T05:00:00.000Z' },
  { survey_name: 'Mill_Lane 7', owner: 'O\\Brien', date_created: '2026-03-02T04:59:59.999Z' },
  { survey_name: 'Straße 9', owner: 'İpek', date_created: '2026-03-02T05:00:00.000Z' },
  {
    survey_name: '12″ “Main” – Kadıköy\u200b',
    owner: 'O’Ne\u00adil & Sons',
    date_created: '2026-04-02T05:00:00.000Z',
  },
] as const

interface Example {
  readonly query: {
    readonly search_query?: string
    readonly start_date?: string
    readonly end_date?: string
    readonly time_zone?: string
  }
  /** Indexes in `listed`, the newest first. */
  readonly finds: readonly number[]
}

const newYork = { time_zone: 'America/New_York' }

export const examples: readonly Example[] = [
  { query: {}, finds: [4, 3, 2, 1, 0] },
  { query: { search_query: ' HARBO ' }, finds: [1, 0] },
  { query: { search_query: 'dana' }, finds: [0] },
  { query: { search_query: '%' }, finds: [1] },
  { query: { search_query: '_' }, finds: [2] },
  { query: { search_query: '\\b' }, finds: [2] },
  { query: { search_query: 'étoile' }, finds: [1] },
  { query: { search_query: 'ZOË' }, finds: [1] },
  { query: { search_query: 'etoile' }, finds: [1] },
  { query: { search_query: 'E\u0301toile' }, finds: [1] },
  { query: { search_query: 'Zoé' }, finds: [1] },
  { query: { search_query: '％' }, finds: [1] },
  { query: { search_query: 'SS' }, finds: [3] },
  { query: { search_query: 'ipek' }, finds: [3] },
  { query: { search_query: "o'neil" }, finds: [4] },
  { query: { search_query: 'O‘NEIL' }, finds: [4] },
  { query: { search_query: 'O\u200b’neil' }, finds: [4] },
  { query: { search_query: '12" "main" - ' }, finds: [4] },
  { query: { search_query: '»main«\u00a0—' }, finds: [4] },
  { query: { search_query: 'KADIKOY' }, finds: [4] },
  { query: { search_query: 'View Dana' }, finds: [] },
  { query: { start_date: '01-03-2026', end_date: '01-03-2026', ...newYork }, finds: [2, 1] },
  { query: { start_date: '01-03-2026', end_date: '01-03-2026' }, finds: [1, 0] },
  { query: { start_date: '02-03-2026', ...newYork }, finds: [4, 3] },
  { query: { end_date: '28-02-2026', ...newYork }, finds: [0] },
  { query: { search_query: 'a', start_date: '02-03-2026', end_date: '31-03-2026' }, finds: [3, 2] },
]
