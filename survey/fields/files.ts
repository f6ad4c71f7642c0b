import type { MessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#contract/messages/translate.ts'
import { noNode } from '../logic/value.ts'
import { type AnswerWithMedia, type FieldKind, type FileKind, one, single, singleValue } from './kind.ts'

interface Words {
  readonly count: MessageKey
  readonly tooFew: MessageKey
  readonly tooMany: MessageKey
}

/**
 * A question that is answered by its photos. The value stays empty, because files are uploaded separately.
 */
export const photo: FieldKind = filesKind(
  'photo',
  { count: 'fields.photoCount', tooFew: 'fields.photosTooFew', tooMany: 'fields.photosTooMany' },
  { type: 'image', words: ['image', 'photo'] },
)

export const video: FieldKind = filesKind(
  'video',
  { count: 'fields.videoCount', tooFew: 'fields.videosTooFew', tooMany: 'fields.videosTooMany' },
  { type: 'video', words: ['video'] },
)

/** `min` and `max` count files. An optional field without files satisfies any minimum. */
function filesKind(files: FileKind, words: Words, xlsform: FieldKind['xlsform']): FieldKind {
  const count = (answer: AnswerWithMedia) => countFiles(answer, files)
  return {
    ...singleValue,
    files,
    properties: ['min', 'max'],
    compared: 'presence',
    xlsform,
    isMissing: (answer) => count(answer) === 0,
    missingProblem: ({ min = 1 }) => ({ message: words.tooFew, values: { count: Math.max(1, min) } }),
    asText: (answer) => (count(answer) === 0 ? '' : t(words.count, { count: count(answer) })),
    asPlainText: () => '',
    exported: [{ key: '', cell: (answer) => count(answer) || null }],
    /** The number of files: `${photos} != ''` and `${photos} >= 2` both work. */
    node(_field, answer) {
      const text = String(count(answer))
      return count(answer) === 0 ? noNode : { text, chosen: [text] }
    },
    problem({ min = 0, max = Number.POSITIVE_INFINITY }, answer) {
      if (count(answer) < min) return { message: words.tooFew, values: { count: min } }
      if (count(answer) > max) return { message: words.tooMany, values: { max, count: count(answer) - max } }
      return null
    },
    clean: (_field, { value }) => (value === '' ? single('') : { given: null, refusal: 'not-readable' }),
    fromDefault: null,
    example: () => one(''),
  }
}

function countFiles({ media = [] }: AnswerWithMedia, files: FileKind): number {
  return media.filter(({ kind }) => kind === files).length
}
