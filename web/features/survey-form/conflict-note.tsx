import { Button, VisuallyHidden } from '@mantine/core'
import type { Given } from '#survey/fields/kind.ts'
import { asText, bothOf, sameGiven } from '#survey/fields/registry.ts'
import type { Answer } from '#survey/survey.ts'
import { momentText } from '#web/lib/moment.ts'
import { say } from '#web/lib/say.ts'
import { currentSession } from '#web/lib/session.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import type { Conflict } from '#web/offline/store/rows.ts'
import classes from './conflict-note.module.css'
import { useConflicts } from './conflict-places.ts'
import { useDraft } from './draft-context.ts'

interface Props {
  readonly answer: Answer
  readonly place: FieldPlace
  readonly conflict: Conflict
}

/** Two answers to one field: both values, whose they are, and the choice. What is chosen is an edit like any other. */
export function ConflictNote({ answer, place, conflict }: Props) {
  const draft = useDraft()
  // Typing goes on while it is asked: what is in the field is the person's own answer.
  const own = conflict.stands === 'own' ? answer : conflict.own
  const { other } = conflict
  const both = bothOf(answer.field, own, other)
  const somebody = isSomebody(conflict)
  const { count, showNext } = useConflicts()
  const choose = ({ value, values }: Given) => {
    const now = draft.answer(answer.id) ?? answer
    if (!sameGiven(now, { value, values })) draft.type(place, now, { value, values })
    void draft.dismissConflict(answer.id)
  }
  return (
    <div className={classes.note}>
      <p role="status">{say(somebody ? 'together.conflict' : 'together.conflictDevices')}</p>
      <dl className={classes.values}>
        <Value answer={answer} whose={say('together.yours')} given={own} />
        <Value answer={answer} whose={whose(conflict)} given={other} />
      </dl>
      <div className={classes.choices}>
        <Button variant="default" onClick={() => choose(own)}>
          {say('together.keepMine')}
          <Of answer={answer} />
        </Button>
        <Button variant="default" onClick={() => choose(other)}>
          {say(somebody ? 'together.takeTheirs' : 'together.takeOther')}
          <Of answer={answer} />
        </Button>
        {both && (
          <Button variant="default" onClick={() => choose(both)}>
            {say('together.keepBoth')}
            <Of answer={answer} />
          </Button>
        )}
        {count > 1 && (
          <Button variant="subtle" onClick={() => showNext(answer.id)}>
            {say('together.showNext')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Value({ answer, whose, given }: { answer: Answer; whose: string; given: Given }) {
  return (
    <div className={classes.value}>
      <dt>
        {whose}
        {sameGiven(answer, given) && <span className={classes.shown}>{say('together.shown')}</span>}
      </dt>
      <dd>{asText({ ...answer, ...given }) || say('form.conflictEmpty')}</dd>
    </div>
  )
}

function Of({ answer }: { answer: Answer }) {
  return <VisuallyHidden> ({answer.field.name})</VisuallyHidden>
}

/** Another person, as far as is known; not this one with another device. */
function isSomebody({ otherBy = '' }: Conflict): boolean {
  return otherBy !== '' && otherBy !== currentSession()?.name
}

function whose(conflict: Conflict): string {
  const name = isSomebody(conflict) ? (conflict.otherBy ?? '') : say('together.otherDevice')
  const time = momentText(conflict.otherAt ?? '')
  return time ? say('together.givenBy', { name, time }) : name
}
