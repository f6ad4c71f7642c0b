/** Which field the photos are for, as far as it is known; '' = not chosen yet. */
export interface ChoiceParams {
  readonly surveyId: string
  readonly sectionId: string
  readonly subSectionId: string
  readonly detailId: string
  /** A file of the account's bulk uploads that is to be added there. */
  readonly attachmentId: string
}

const names = ['surveyId', 'sectionId', 'subSectionId', 'detailId', 'attachmentId'] as const

/** Out of the address; what it does not say, out of what the screen before handed over. */
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
