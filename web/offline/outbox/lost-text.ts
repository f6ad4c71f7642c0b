import { spokenLocale } from '#contract/messages/spoken.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import type { UnsentSurvey } from '../store/second-record/unsent-surveys.ts'
import { unsentText } from './unsent-text.ts'

/** Further file names are omitted. */
const mostNames = 5

/** 'Lost from “Hill House”: 1 photo (gate.jpg). Last change: 11/28/2026, 5:12:09 PM. Please add it again.' */
export function lostText(lost: UnsentSurvey): string {
  const names = lost.files.slice(0, mostNames).join(', ') + (lost.files.length > mostNames ? ', …' : '')
  const counted = unsentText(lost)
  const what = names ? t('program.namedFiles', { what: counted, names }) : counted
  const time = dayAndTime(lost.at)
  if (lost.name === '') return t('program.workLostElsewhere', { what, time })
  return t('program.workLost', { survey: lost.name, what, time })
}

/** 'Hill House (3 answers and 1 photo), and 1 file': recorded work that isn't restored yet. */
export function unrestoredText(surveys: readonly UnsentSurvey[]): string {
  const parts = surveys.map((one) => {
    const counted = unsentText(one)
    return one.name === '' ? counted : t('program.namedFiles', { what: one.name, names: counted })
  })
  return new Intl.ListFormat(spokenLocale(), { type: 'conjunction' }).format(parts)
}
