import { say } from '#contract/messages/say.ts'
import { clockText, dayText } from './day.ts'
import type { Given } from './kind.ts'
import { typedSignature } from './signature.ts'
import { readStrokes } from './strokes.ts'

/** An answer in words where its field is not at hand: without unit, with its reason, a signature by its name. */
export function told({ value, values }: Given): string {
  const [name = '', at = ''] = values
  if (readStrokes(value) || (value === typedSignature && at !== '')) {
    const when = at === '' ? '' : `${dayText(at.slice(0, 10))} ${clockText(at.slice(11, 16))}`
    return [say('fields.signature'), name, when].filter((one) => one !== '').join(', ')
  }
  return value === '' ? values.join(', ') : [value, ...values].join(': ')
}
