import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconGitBranch, IconPlus, IconSettings } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useEffect, useMemo } from 'react'
import { limits } from '#contract/limits.ts'
import { rename } from '#survey/builder/edit-fields.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { VirtualList } from '#web/features/survey-form/sections/virtual-list.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder, useBuilderValue, useIsReadOnly } from './builder.ts'
import { FieldCard } from './field-card.tsx'
import { FrequentFields } from './frequent-fields.tsx'
import { addNamedFields, pastedNames } from './new-field.ts'
import { PlaceMenu } from './place-menu.tsx'
import { nameId } from './places.ts'
import classes from './section-pane.module.css'
import { useFault } from './use-faults.ts'
import panes from './workbench.module.css'

interface Props {
  readonly index: number
  readonly onProperties: (at: Place) => void
  readonly onBack?: () => void
}

/** A section as the surveyor sees it, with editable names. */
export function SectionPane({ index, onProperties, onBack }: Props) {
  const builder = useBuilder()
  const looksOn = useIsReadOnly()
  const at = useBuilderValue(({ history }) => history.now.at)
  const section = useBuilderValue(({ history }) => history.now.form.sections[index])
  const own: Place = useMemo(() => ({ section: index, field: null }), [index])
  const nameFault = useFault(index, null, 'name')
  const fieldsFault = useFault(index, null, 'fields')
  const conditionFault = useFault(index, null, 'showIf')
  const fault = nameFault ?? conditionFault ?? fieldsFault
  const selected = at.section === index ? at.field : null
  const ids = useMemo(
    () => Array.from({ length: section?.fields.length ?? 0 }, (_, one) => String(one)),
    [section?.fields.length],
  )
  const needed = useMemo(() => (selected === null ? [] : [String(selected)]), [selected])
  const elementId = useCallback((id: string) => `card-${index}-${id}`, [index])
  useEffect(() => {
    const id = selected === null ? nameId(own) : elementId(String(selected))
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [selected, own, elementId])
  if (!section) {
    return (
      <section className={`${panes.pane} ${panes.middle}`} aria-label={t('builder.sectionPane')}>
        <p>{t('builder.noSections')}</p>
      </section>
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    addNamedFields(builder, { section: index, field: -1 }, [''])
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const names = pastedNames(event.clipboardData)
    if (!names) return
    event.preventDefault()
    addNamedFields(builder, own, names)
  }
  return (
    <section className={`${panes.pane} ${panes.middle}`} aria-label={t('builder.sectionPane')}>
      <div className={classes.head}>
        {onBack && (
          <ActionIcon aria-label={t('common.back')} onClick={onBack} color="gray">
            <IconArrowLeft aria-hidden />
          </ActionIcon>
        )}
        <textarea
          dir="auto"
          id={nameId(own)}
          rows={1}
          className={classes.name}
          aria-label={t('builder.sectionName')}
          aria-invalid={nameFault !== null}
          value={section.name}
          readOnly={looksOn}
          maxLength={limits.formLineMax}
          onFocus={() => (selected !== null || at.section !== index) && builder.look(own)}
          onChange={({ currentTarget: { value } }) =>
            builder.edit(
              { form: rename(builder.form, own, oneLine(value), builder.isPublished), at: own },
              { group: `name ${index}` },
            )
          }
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ActionIcon
          aria-label={t('builder.openProperties', { name: section.name || t('builder.unnamed') })}
          onClick={() => onProperties(own)}
          color="gray"
        >
          <IconSettings aria-hidden />
        </ActionIcon>
        <PlaceMenu at={own} name={section.name} />
      </div>
      {section.showIf !== undefined && (
        <p className={classes.mark}>
          <IconGitBranch size={16} aria-hidden />
          {t('builder.shownSometimes')}
        </p>
      )}
      {fault !== null && <p className={classes.problem}>{fault}</p>}
      {ids.length === 0 && <p className={classes.empty}>{t('builder.noFields')}</p>}
      <VirtualList
        key={index}
        ids={ids}
        needed={needed}
        className={classes.cards}
        elementId={elementId}
        heightOf={(some) => some.length * 140}
        render={(id, place) => {
          const field = section.fields[place]
          return (
            field && (
              <FieldCard
                key={id}
                field={field}
                section={index}
                place={place}
                selected={selected === place}
                onProperties={onProperties}
              />
            )
          )
        }}
      />
      <MoreFields at={own} />
    </section>
  )
}

/** Buttons that add fields. Memoized so that typing a name doesn't render them. */
const MoreFields = memo(function MoreFields({ at }: { at: Place }) {
  const builder = useBuilder()
  const looksOn = useIsReadOnly()
  if (looksOn) return null
  return (
    <Group gap="xs">
      <Button
        variant="light"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => addNamedFields(builder, at, [''])}
      >
        {t('builder.addField')}
      </Button>
      <FrequentFields at={at} />
    </Group>
  )
})

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
