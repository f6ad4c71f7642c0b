import '@mantine/dates/styles.css'
import { DatePickerInput } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { calendarFormat } from '#web/lib/language/calendar-format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'

/** No weekend styling: red text would look like an error. */
const noDays: [] = []

/** A week fits into the popup on the smallest phone. */
const smallDays = { day: { width: 'min(2.625rem, 11vw)', height: 'min(2.625rem, 11vw)' } }

interface Props {
  className: string
  /** Defaults to the label for the creation date. */
  label?: string
  from: string | null
  to: string | null
  onChange: (from: string | null, to: string | null) => void
}

/** Closes the library's own dialog through its close button on Back. */
function DatesTitle({ label }: { label: string }) {
  const title = useRef<HTMLSpanElement>(null)
  useLayer(true, () => {
    const dialog = title.current?.closest('[role="dialog"]')
    dialog?.querySelector<HTMLElement>('header button')?.click()
  })
  return <span ref={title}>{label}</span>
}

/** A range of days, both inclusive. Reports complete ranges only. */
export function DateRange({ className, label = t('history.dates'), from, to, onChange }: Props) {
  const small = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`) ?? false
  const [start, setStart] = useState<string | null>(null)
  return (
    <DatePickerInput
      className={className}
      type="range"
      size="md"
      label={label}
      placeholder={t('history.datesHint')}
      {...calendarFormat()}
      leftSection={<IconCalendar size={18} aria-hidden />}
      allowSingleDateInRange
      hideOutsideDates
      highlightToday
      weekendDays={noDays}
      clearable
      clearButtonProps={{ 'aria-label': t('history.clearDates'), tabIndex: 0 }}
      {...(small && { styles: smallDays })}
      dropdownType={small ? 'modal' : 'popover'}
      modalProps={{
        title: <DatesTitle label={label} />,
        withCloseButton: true,
        closeButtonProps: { 'aria-label': t('common.close') },
      }}
      popoverProps={{ trapFocus: true, returnFocus: true, withRoles: false, withinPortal: false }}
      ariaLabels={{ previousMonth: t('history.previousMonth'), nextMonth: t('history.nextMonth') }}
      value={start ? [start, null] : [from, to]}
      onChange={([first, last]) => {
        setStart(first && !last ? first : null)
        if (first && last) onChange(first, last)
        if (!first) onChange(null, null)
      }}
      onDropdownClose={() => setStart(null)}
    />
  )
}
