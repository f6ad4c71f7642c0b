import type { Db } from '#server/context.ts'
import { fail } from '#server/http/failure.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { filesLeft } from '#survey/fields/registry.ts'
import type { OpenedAnswer } from './access.ts'
import { readMediaRefs } from './media-items.ts'

type Answer = Pick<OpenedAnswer, 'id' | 'surveyId' | 'field' | 'takes'>

/** Returns the failure if an answer may not hold files of these kinds. */
export function whyNotKinds({ takes, field }: Answer, kinds: readonly FileKind[]) {
  if (takes.length === 0) return fail('media.notAllowedHere')
  if (kinds.every((kind) => takes.includes(kind))) return null
  const message = takes.includes('photo') ? 'media.onlyPhotosHere' : 'media.onlyVideosHere'
  return fail('media.wrongKindHere', { message, values: { name: field.name } })
}

/** Also checks whether they fit beside the existing files. The caller holds the survey's lock. */
export async function whyNotFiles(db: Db, answer: Answer, kinds: readonly FileKind[]) {
  const unfit = whyNotKinds(answer, kinds)
  if (unfit) return unfit
  const { field } = answer
  if (field.max === undefined || filesLeft({ field, media: [] }) === Number.POSITIVE_INFINITY) return null
  const media = await readMediaRefs(db, answer.surveyId, [answer.id])
  if (kinds.length <= filesLeft({ field, media })) return null
  const message = answer.takes.includes('photo') ? 'media.tooManyPhotosHere' : 'media.tooManyVideosHere'
  return fail('media.tooManyForField', { message, values: { max: field.max } })
}
