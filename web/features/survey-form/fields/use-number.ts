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
  /** Reads a number in the user's locale: '' for no text, null for invalid text. */
  readonly read: (typed: string, locale: string) => string | null
  /** Explains how to type a valid number. */
  readonly advice: (typed: string, locale: string) => string
}

/** `unread`: stored invalid text, or null. `shown`: the answer in the user's locale. */
interface NumberInput {
  readonly unread: string | null
  readonly shown: string
  /** Call with the text after every input event. Returns the number, or null if the text is invalid. */
  readonly typed: (text: string) => string | null
  readonly advice: (text: string) => string
  readonly come: () => void
  readonly leave: () => void
}

/**
 * Saves every keystroke that leaves a valid number. Invalid text restores the answer from before the edit, stays on
 * this device, and is reported on blur.
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

  // Reports stored invalid text once, on mount.
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
      // An echo of a value typed here; only a different answer replaces the text.
      if (given.current.has(answer.value)) return
      // The answer changed elsewhere and replaces the invalid text.
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

/** The stored invalid text, or null if the answer has changed since. */
function unreadText(account: string, { id, value }: Answer): string | null {
  const kept = unreadOf(account)[id]
  return kept?.behind === value ? kept.text : null
}
