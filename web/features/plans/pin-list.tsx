import { ActionIcon } from '@mantine/core'
import { IconArrowsMove, IconMapPinOff } from '@tabler/icons-react'
import type { ShownPin } from '#survey/plans.ts'
import { t } from '#web/lib/language/translate.ts'
import { markOf } from './pin-labels.ts'
import classes from './plans.module.css'

interface Props {
  readonly pins: readonly ShownPin[]
  readonly onOpen: (subSectionId: string) => void
  /** Absent = read-only. */
  readonly change?: {
    readonly onMove: (subSectionId: string) => void
    readonly onRemove: (subSectionId: string) => void
  }
  readonly onMark: (subSectionId: string) => void
}

/** The plan's pins with all actions, for keyboards, screen readers, and finding a pin. */
export function PinList({ pins, onOpen, change, onMark }: Props) {
  return (
    <ol className={classes.pins} aria-label={t('plans.pins')}>
      {pins.map(({ number, name, within, subSection: { id } }) => (
        <li
          key={id}
          className={classes.pinRow}
          onPointerEnter={() => onMark(id)}
          onPointerLeave={() => onMark('')}
          onFocus={() => onMark(id)}
          onBlur={() => onMark('')}
        >
          <button type="button" className={classes.pinOpen} onClick={() => onOpen(id)}>
            <span className={classes.pinNumber} aria-hidden>
              {markOf({ number, name })}
            </span>
            <span className={classes.pinName}>
              <span>{name}</span>
              {within !== '' && <span className={classes.within}>{within}</span>}
            </span>
          </button>
          {change && (
            <>
              <ActionIcon
                color="gray"
                aria-label={t('plans.movePin', { name })}
                title={t('plans.movePin', { name })}
                onClick={() => change.onMove(id)}
              >
                <IconArrowsMove size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                color="gray"
                aria-label={t('plans.removePin', { name })}
                title={t('plans.removePin', { name })}
                onClick={() => change.onRemove(id)}
              >
                <IconMapPinOff size={20} aria-hidden />
              </ActionIcon>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
