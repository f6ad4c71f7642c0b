import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Choices, type Conflict, conflictChoices, type OtherAnswer } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { asText, sameAnswerValue } from '#survey/fields/registry.ts'
import type { Answer } from '#survey/survey.ts'
import { momentText } from '#web/lib/language/moment.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft } from '../draft-context.ts'
import { useFrozenWhilePressed } from '../saving/use-frozen-while-pressed.ts'
import classes from './conflict-note.module.css'
import { useConflicts } from './conflict-places.ts'

interface Props {
  readonly answer: Answer
  readonly place: FieldPlace
  readonly conflict: Conflict
}

interface Asked {
  readonly answer: Answer
  readonly choices: Choices
}

/** Conflicting answers to one field, with their authors. The user's choice is saved as an edit. */
export function ConflictNote({ answer, place, conflict }: Props) {
  const draft = useDraft()
  const { ref, shown: now } = useFrozenWhilePressed<Asked>({
    answer,
    choices: conflictChoices(answer.field, conflict, answer),
  })
  const { own, others } = now.choices
  const { count, showNext } = useConflicts()
  const choose = (given: AnswerValue) => draft.choose(place, now.answer, now.choices, given)
  return (
    <div className={classes.note} ref={ref}>
      <p role="status">{questionOf(others)}</p>
      <dl className={classes.values}>
        <Value answer={now.answer} whose={t('together.yours')} given={own}>
          {others.length > 1 && (
            <KeepButton answer={answer} whose={t('together.yours')} choose={() => choose(own)} />
          )}
        </Value>
        {others.map((other) => (
          <Value key={keyOf(other)} answer={now.answer} whose={whose(other)} given={other}>
            {others.length > 1 && (
              <KeepButton answer={answer} whose={whose(other)} choose={() => choose(other)} />
            )}
          </Value>
        ))}
      </dl>
      <div className={classes.choices}>
        {others.length === 1 && <OneOfTwo answer={answer} choices={now.choices} choose={choose} />}
        {now.choices.all && (
          <Button variant="default" onClick={() => now.choices.all && choose(now.choices.all)}>
            {t(others.length > 1 ? 'together.keepAll' : 'together.keepBoth')}
            <FieldSuffix answer={answer} />
          </Button>
        )}
        {count > 1 && (
          <Button variant="subtle" onClick={() => showNext(answer.id)}>
            {t('together.showNext')}
          </Button>
        )}
      </div>
    </div>
  )
}

function OneOfTwo({ answer, choices, choose }: Asked & { choose: (given: AnswerValue) => void }) {
  const [other] = choices.others
  if (!other) return null
  return (
    <>
      <Button variant="default" onClick={() => choose(choices.own)}>
        {t('together.keepMine')}
        <FieldSuffix answer={answer} />
      </Button>
      <Button variant="default" onClick={() => choose(other)}>
        {t(isAnotherPerson(other) ? 'together.takeTheirs' : 'together.takeOther')}
        <FieldSuffix answer={answer} />
      </Button>
    </>
  )
}

/** The button of one answer when there are more than two. */
function KeepButton({ answer, whose, choose }: { answer: Answer; whose: string; choose: () => void }) {
  return (
    <Button variant="default" className={classes.keep} onClick={choose}>
      {t('together.keepThis')}
      <VisuallyHidden>
        {' '}
        ({whose}, {answer.field.name})
      </VisuallyHidden>
    </Button>
  )
}

interface ValueProps {
  readonly answer: Answer
  readonly whose: string
  readonly given: AnswerValue
  readonly children?: ReactNode
}

function Value({ answer, whose, given, children }: ValueProps) {
  return (
    <div className={classes.value}>
      <dt>
        {whose}
        {sameAnswerValue(answer, given) && <span className={classes.shown}>{t('together.shown')}</span>}
      </dt>
      <dd>{asText({ ...answer, value: given.value, values: given.values }) || t('form.conflictEmpty')}</dd>
      {children && <dd className={classes.act}>{children}</dd>}
    </div>
  )
}

function FieldSuffix({ answer }: { answer: Answer }) {
  return <VisuallyHidden> ({answer.field.name})</VisuallyHidden>
}

function questionOf(others: readonly OtherAnswer[]): string {
  if (others.length > 1) return t('together.conflictMany', { count: others.length + 1 })
  return t(others.some(isAnotherPerson) ? 'together.conflict' : 'together.conflictDevices')
}

/** Whether another person gave the answer, not the current user on another device. */
function isAnotherPerson({ by }: OtherAnswer): boolean {
  return by !== '' && by !== currentSession()?.name
}

function whose(other: OtherAnswer): string {
  const name = isAnotherPerson(other) ? other.by : t('together.otherDevice')
  const time = momentText(other.at ?? '')
  return time ? t('together.givenBy', { name, time }) : name
}

function keyOf({ value, values, at }: OtherAnswer): string {
  return JSON.stringify([value, values, at])
}
