import { useLayoutEffect } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { clean } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { useEmptyDate } from '#web/ui/use-empty-date.ts'
import { afterPress } from './after-press.ts'
import classes from './beside.module.css'
import { localClock, localDay, localMinute } from './clock.ts'
import type { FieldViewProps } from './field-view.ts'
import inputClasses from './input.module.css'

interface Kind {
  readonly type: 'date' | 'datetime-local' | 'time'
  readonly latest: string
  readonly now: (at: Date) => string
  readonly nowText: MessageKey
  readonly nowFor: MessageKey
  readonly half: MessageKey
}

const day: Kind = {
  type: 'date',
  latest: '9999-12-31',
  now: localDay,
  nowText: 'fields.today',
  nowFor: 'fields.todayFor',
  half: 'fields.halfDate',
}

const minute: Kind = {
  type: 'datetime-local',
  latest: '9999-12-31T23:59',
  now: localMinute,
  nowText: 'fields.now',
  nowFor: 'fields.nowFor',
  half: 'fields.halfDateTime',
}

const clock: Kind = {
  type: 'time',
  latest: '23:59',
  now: localClock,
  nowText: 'fields.now',
  nowFor: 'fields.nowFor',
  half: 'fields.halfTime',
}

export function DateField(props: FieldViewProps) {
  return <Moment {...props} kind={day} />
}

export function DateTimeField(props: FieldViewProps) {
  return <Moment {...props} kind={minute} />
}

export function TimeField(props: FieldViewProps) {
  return <Moment {...props} kind={clock} />
}

/** The browser's date and time input. A half-typed value is cleared and reported on blur. */
function Moment(props: FieldViewProps & { readonly kind: Kind }) {
  const { answer, inputId, problemId, describedBy, onAnswer, onRefused, onLeave, kind } = props
  const { ref, mark } = useEmptyDate()
  useLayoutEffect(() => {
    if (ref.current && ref.current.value !== answer.value) ref.current.value = answer.value
    mark()
  }, [answer.value, ref, mark])
  const isHalf = ({ value, validity }: HTMLInputElement) =>
    validity.badInput || clean(answer.field, { value }).refusal !== null
  return (
    <div className={classes.row}>
      <input
        ref={ref}
        id={inputId}
        className={inputClasses.input}
        type={kind.type}
        max={kind.latest}
        defaultValue={answer.value}
        aria-required={answer.field.mandatory}
        aria-invalid={problemId !== undefined}
        aria-describedby={describedBy}
        onInput={({ currentTarget }) => {
          if (isHalf(currentTarget)) return
          onRefused(null)
          onAnswer({ value: currentTarget.value, values: [] })
        }}
        onBlur={({ currentTarget }) => {
          mark()
          const half = isHalf(currentTarget)
          // The report must not contain a value that is no longer on the screen.
          if (half) onAnswer({ value: '', values: [] })
          afterPress(() => onRefused(half ? kind.half : null))
          onLeave()
        }}
      />
      <button
        type="button"
        className={classes.button}
        aria-label={t(kind.nowFor, { name: answer.field.name })}
        onClick={() => {
          const value = kind.now(new Date())
          // React does not rerender an unchanged answer, so replace a half-typed date here.
          if (ref.current) ref.current.value = value
          onRefused(null)
          onAnswer({ value, values: [] })
        }}
      >
        {t(kind.nowText)}
      </button>
    </div>
  )
}
