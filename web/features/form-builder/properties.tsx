import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type FormField, fieldAt, sectionAt } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilderValue, useIsReadOnly } from './builder.ts'
import { FieldProperties } from './field-properties.tsx'
import { FormProperties } from './form-properties.tsx'
import { SectionProperties } from './section-properties.tsx'
import panes from './workbench.module.css'

/** Properties of the current template, section or field. */
export function Properties({ onBack }: { onBack?: () => void }) {
  const at = useBuilderValue(({ history }) => history.now.at)
  const section = useBuilderValue(({ history: { now } }) => sectionAt(now.form, now.at))
  const field = useBuilderValue(({ history: { now } }) => fieldAt(now.form, now.at))
  const looksOn = useIsReadOnly()
  const pane = useRef<HTMLElement>(null)
  const place = `${at.section} ${at.field}`
  const fieldId = useFieldId(field, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top for each new place
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0
  }, [place])
  const title = section ? (field ?? section).name || t('builder.unnamed') : t('builder.form')
  return (
    <section
      ref={pane}
      className={`${panes.pane} ${panes.side}`}
      aria-label={t('builder.propertiesPane')}
      data-properties
      // Disabled content must stay scrollable by keyboard.
      {...(looksOn && { tabIndex: 0 })}
    >
      <div className={panes.paneHead}>
        {onBack && (
          <ActionIcon aria-label={t('common.back')} onClick={onBack} color="gray">
            <IconArrowLeft aria-hidden />
          </ActionIcon>
        )}
        <h2 className={panes.paneTitle}>{title}</h2>
      </div>
      <fieldset className={panes.bare} disabled={looksOn}>
        {at.section < 0 && <FormProperties />}
        {section && !field && <SectionProperties key={at.section} section={section} at={at} />}
        {field && <FieldProperties key={fieldId} field={field} at={at} />}
      </fieldset>
    </section>
  )
}

/**
 * A number that stays the same while a field is moved, so its properties stay mounted. Documents share
 * unchanged parts: the same object at another place means the field moved.
 */
function useFieldId(field: FormField | undefined, place: string): number {
  const [known, setKnown] = useState({ field, place, id: 0 })
  if (known.field === field && known.place === place) return known.id
  const isOther = known.field !== field && known.place !== place
  const now = { field, place, id: isOther ? known.id + 1 : known.id }
  setKnown(now)
  return now.id
}
