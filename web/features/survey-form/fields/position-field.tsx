import { IconCurrentLocation } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { placeText, readPosition, readTyped, writePosition } from '#survey/fields/position.ts'
import { t } from '#web/lib/language/translate.ts'
import { MapLink } from '#web/ui/map-link.tsx'
import { afterPress } from './after-press.ts'
import classes from './beside.module.css'
import { useFeetSuffix } from './converted-units.tsx'
import type { FieldViewProps } from './field-view.ts'
import inputClasses from './input.module.css'
import { type Locating, usePosition } from './use-position.ts'

/** The surveyor's position: typed, or read from the device when the button is pressed. */
export function PositionField(props: FieldViewProps) {
  const { answer, inputId, problemId, describedBy, onAnswer, onRefused } = props
  const given = readPosition(answer.value)
  const feet = useFeetSuffix()
  const shown = given ? placeText(given) : ''
  const ref = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (ref.current && !isSamePosition(ref.current.value, answer.value)) ref.current.value = shown
  }, [answer.value, shown])
  const locating = usePosition((found) => {
    onRefused(null)
    if (ref.current) ref.current.value = placeText(found)
    onAnswer({ value: writePosition(found), values: [] })
  })
  return (
    <>
      <input
        ref={ref}
        id={inputId}
        className={inputClasses.input}
        type="text"
        autoComplete="off"
        defaultValue={shown}
        placeholder={t('fields.position')}
        aria-label={t('fields.position')}
        aria-required={answer.field.mandatory}
        aria-invalid={problemId !== undefined}
        aria-describedby={describedBy}
        onInput={({ currentTarget: { value } }) => {
          const read = readTyped(value)
          if (!read && value.trim() !== '') return
          onRefused(null)
          onAnswer({ value: read ? writePosition(read) : '', values: [] })
        }}
        onBlur={({ currentTarget: { value } }) => {
          const unread = value.trim() !== '' && readTyped(value) === null
          // Unreadable text clears the answer, so the field never keeps a previous position.
          if (unread) onAnswer({ value: '', values: [] })
          afterPress(() => onRefused(unread ? 'fields.notAPosition' : null))
        }}
      />
      {given && typeof given.accuracy === 'number' && (
        <p className={classes.statement}>
          {t('fields.accuracy', { meters: given.accuracy, other: feet(given.accuracy) })}
        </p>
      )}
      <Search {...locating}>{given && <MapLink place={given} />}</Search>
    </>
  )
}

/**
 * Whether the typed text means the stored answer. Unreadable text counts as equal to an empty answer, so it is not
 * overwritten.
 */
function isSamePosition(typed: string, value: string): boolean {
  const read = readTyped(typed)
  return read ? writePosition(read) === value : value === '' && typed.trim() !== ''
}

function Search({ finding, failure, start, take, cancel, children }: Locating & { children: ReactNode }) {
  const feet = useFeetSuffix()
  return (
    <>
      <div className={classes.buttons}>
        {finding ? (
          <>
            {finding.best && (
              <button type="button" className={classes.button} onClick={take}>
                {t('fields.useNow')}
              </button>
            )}
            <button type="button" className={classes.button} data-quiet onClick={cancel}>
              {t('common.cancel')}
            </button>
          </>
        ) : (
          <button type="button" className={classes.button} onClick={start}>
            <IconCurrentLocation size={20} aria-hidden />
            {t('fields.usePosition')}
          </button>
        )}
        {!finding && children}
      </div>
      <p role="status" className={classes.statement}>
        {failure && t(failure)}
        {finding &&
          (finding.best
            ? t('fields.bestSoFar', {
                meters: finding.best.accuracy ?? 0,
                other: feet(finding.best.accuracy ?? 0),
              })
            : t('fields.findPosition'))}
      </p>
    </>
  )
}
