/** The field the photos are for; '' = not chosen yet. */
export interface ChoiceParams {
  readonly surveyId: string
  readonly sectionId: string
  readonly subSectionId: string
  readonly detailId: string
  /** A file from the account's bulk uploads to add to the field. */
  readonly attachmentId: string
}

const names = ['surveyId', 'sectionId', 'subSectionId', 'detailId', 'attachmentId'] as const

/** Reads the parameters from the address, or else from the navigation state. */
export function choiceParams(search: URLSearchParams, state: unknown): ChoiceParams {
  const given = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  const [surveyId = '', sectionId = '', subSectionId = '', detailId = '', attachmentId = ''] = names.map(
    (name) => {
      const handed = given[name]
      return search.get(name) ?? (typeof handed === 'string' ? handed : '')
    },
  )
  return { surveyId, sectionId, subSectionId, detailId, attachmentId }
}
