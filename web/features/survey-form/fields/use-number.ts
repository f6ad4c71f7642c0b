import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { numberLocale } from '#contract/messages/spoken.ts'
import { digitsIn } from '#survey/fields/number-entry.ts'
import { writeNumber } from '#survey/fields/number-text.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { keepUnread, unreadOf } from '#web/offline/draft/unread-numbers.ts'
import { useDraft } from '../draft-context.ts'
import { afterPress } from './after-press.ts'
import type { FieldViewProps } from './field-view.ts'

interface NumberKind {
  /** What a text comes to in the reader's locale: a number, '' for nothing, null where it is none. */
  readonly read: (typed: string, locale: string) => string | null
  /** How it would be one. */
  readonly advice: (typed: string, locale: string) => string
}

/** What the input begins with: the text that was no number and was kept, or the answer. */
interface NumberInput {
  readonly unread: string | null
  readonly shown: string
  /** All that was entered until now; what it comes to. */
  readonly typed: (text: string) => string | null
  readonly advice: (text: string) => string
  readonly come: () => void
  readonly leave: () => void
}

/**
 * A number that is typed is kept with every key that leaves it well formed. A text that is none is not made one: the
 * answer is again what it was before the field was entered, the text stays on this device, and leaving says so.
 */
export function useNumber(
  { answer, onAnswer, onRefused, onLeave }: FieldViewProps,
  ref: RefObject<HTMLInputElement | null>,
  kind: NumberKind,
): NumberInput {
  const draft = useDraft()
  const locale = numberLocale()
  const [kept] = useState(() => unreadText(draft.account, answer))
  const unread = useRef(kept)
  const reported = useRef(false)
  const seen = useRef(answer.value)
  const given = useRef(new Set([answer.value]))
  const before = useRef<Pick<Answer, 'value' | 'copiedFrom'> | null>(null)
  const { account, survey } = draft
  const now = () => draft.answer(answer.id) ?? answer
  const shown = writeNumber(answer.value, locale)

  const advice = (typed: string) => {
    const tooLong = digitsIn(typed).length >= limits.numberDigitsMax
    const { value } = now()
    return [
      tooLong ? t('fields.numberTooLong', { max: limits.numberDigitsMax }) : kind.advice(typed, locale),
      value === ''
        ? t('fields.numberNotKept')
        : t('fields.numberStands', { value: writeNumber(value, locale) }),
    ].join(' ')
  }

  // What was kept is said once, when the field comes to the screen.
  useEffect(() => {
    if (reported.current || unread.current === null) return
    reported.current = true
    onRefused('surveys.enterNumber', advice(unread.current))
  })

  useLayoutEffect(() => {
    const node = ref.current
    if (!node || seen.current === answer.value) return
    seen.current = answer.value
    if (unread.current !== null) {
      // What was given here comes back while it is sent: only another answer takes the text's place.
      if (given.current.has(answer.value)) return
      // The answer came from somewhere else: it is what stands now.
      unread.current = null
      keepUnread(account, answer.id, null)
      onRefused(null)
    } else if (kind.read(node.value, locale) === answer.value) return
    node.value = shown
  })

  return {
    unread: kept,
    shown,
    advice,
    typed(text) {
      before.current ??= now()
      const { value: stood, copiedFrom } = before.current
      const value = kind.read(text, locale)
      given.current.add(stood).add(value ?? stood)
      unread.current = value === null ? text : null
      keepUnread(account, answer.id, value === null ? { survey: survey.id, text, behind: stood } : null)
      if (value === null) onAnswer({ value: stood, values: [] }, copiedFrom)
      else onAnswer({ value, values: [] })
      return value
    },
    come() {
      before.current = now()
    },
    leave() {
      before.current = null
      const text = unread.current
      afterPress(() => (text === null ? onRefused(null) : onRefused('surveys.enterNumber', advice(text))))
      onLeave()
    },
  }
}

/** Of an answer that is another by now it says nothing. */
function unreadText(account: string, { id, value }: Answer): string | null {
  const kept = unreadOf(account)[id]
  return kept?.behind === value ? kept.text : null
}
