import { isAnswerableNow, isMissingMandatory } from '#survey/mandatory.ts'
import type { Violation } from '#survey/violations.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { unreadOf } from '#web/offline/draft/unread-numbers.ts'

/** Number fields that show unreadable text. Submitting would silently send an empty or an older value. */
export function unreadableNumbers({ account, survey }: Draft): readonly Violation[] {
  const unread = unreadOf(account)
  const message = t('surveys.enterNumber')
  return survey.sections.flatMap((section) =>
    section.subSections.flatMap((subSection) =>
      subSection.answers
        .filter((answer) => unread[answer.id]?.behind === answer.value)
        .filter((answer) => isAnswerableNow(answer) && !isMissingMandatory(answer))
        .map((answer) => ({ section, subSection, answer, message })),
    ),
  )
}
