import type { FileKind } from '#survey/fields/kind.ts'
import { acceptsFile, filesLeft, filesOf } from '#survey/fields/registry.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'

/** Which kinds of files an answer accepts, and how many more. */
export interface FileRules {
  readonly kinds: readonly FileKind[]
  /** Infinity if only the upload limits apply. */
  readonly left: number
  /** The field's own maximum. */
  readonly max: number | undefined
}

export function fileRulesOf(answer: Answer): FileRules {
  const kinds = (['photo', 'video'] as const).filter((kind) => acceptsFile(answer.field, kind))
  const left = filesLeft(answer)
  return { kinds, left, max: left === Number.POSITIVE_INFINITY ? undefined : answer.field.max }
}

/** '1 of at least 2', or '' if the field has no limits. */
export function fileCountText({ field, media }: Answer): string {
  const { min = 0, max } = field
  const count = media.filter(({ kind }) => kind === filesOf(field)).length
  if (filesOf(field) === null || (min === 0 && max === undefined)) return ''
  if (max === undefined) return t('fields.filesOfAtLeast', { count, min })
  return min === 0 ? t('fields.filesOfAtMost', { count, max }) : t('fields.filesBetween', { count, min, max })
}
