import { queueOf } from '#web/lib/page/opened-from.ts'

/** The place in a form that an address names, in either address format (spec §2). */
export interface FormParams {
  readonly templateId: string
  readonly surveyId: string
  /** '' = the first section. */
  readonly sectionId: string
  readonly subSectionId: string
}

type PathParams = Readonly<Partial<Record<'templateId' | 'surveyId' | 'sectionId' | 'subSectionId', string>>>

/** The path wins over the query; `sectionIdReq` is the section a search requested. */
export function formParams(path: PathParams, query: URLSearchParams): FormParams {
  const read = (name: keyof PathParams) => path[name] ?? query.get(name) ?? ''
  return {
    templateId: read('templateId'),
    surveyId: read('surveyId'),
    sectionId: path.sectionId ?? query.get('sectionIdReq') ?? query.get('sectionId') ?? '',
    subSectionId: read('subSectionId'),
  }
}

/** Links within the review queue stay in the queue and keep its filters. */
export function formPath(templateId: string, surveyId: string, sectionId: string, subSectionId = ''): string {
  const inQueue = queueOf(surveyId) !== null
  const place = [surveyId, sectionId, ...(subSectionId ? [subSectionId] : [])]
  const parts = inQueue ? ['Review', ...place] : ['survey', templateId, ...place]
  return `/${parts.map(encodeURIComponent).join('/')}${inQueue ? location.search : ''}`
}
