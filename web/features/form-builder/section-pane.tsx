import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconArrowLeft, IconGitBranch, IconPlus, IconSettings, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { limits } from '#contract/limits.ts'
import { oftenUsedFields } from '#contract/templates/custom-forms.ts'
import { addField, rename } from '#survey/builder/edit-fields.ts'
import { type FormField, type FormSection, type Place, sectionAt } from '#survey/builder/form-place.ts'
import { VirtualList } from '#web/features/survey-form/sections/virtual-list.tsx'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { useBuilder, useBuilderValue, useIsReadOnly } from './builder.ts'
import { FieldCard } from './field-card.tsx'
import { addNamedFields, pastedNames } from './new-field.ts'
import { PlaceMenu } from './place-menu.tsx'
import { nameId } from './places.ts'
import classes from './section-pane.module.css'
import { useFault } from './use-faults.ts'
import panes from './workbench.module.css'

/** Milliseconds; frequently used fields change slowly. */
const fresh = 10 * 60_000

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

/** Suggests fields that the account uses in several templates and this section lacks, if there are any. */
function FrequentFields({ at }: { readonly at: Place }) {
  const builder = useBuilder()
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...reading(oftenUsedFields, {}), staleTime: fresh, retry: false })
  useLayer(opened, () => setOpened(false))
  const there = useBuilderValue(({ history }) => placesOf(data?.data ?? [], sectionAt(history.now.form, at)))
  if (there === '') return null
  const offered = there.split(' ').flatMap((place) => data?.data[Number(place)] ?? [])
  const add = ({ key: _, ...field }: FormField) => {
    const announced = t('builder.added', { count: 1 })
    builder.edit(addField(builder.form, at, field), { announced, focus: true })
  }
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="top-end"
      width="min(22rem, calc(100vw - 2rem))"
      returnFocus={false}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconStar size={18} aria-hidden />}
          title={t('builder.oftenUsedLabel')}
        >
          {t('builder.oftenUsed')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50dvh" style={{ overflowY: 'auto' }}>
        {offered.map((field) => (
          <Menu.Item
            key={`${field.type} ${field.key}`}
            mih={44}
            style={{ overflowWrap: 'anywhere' }}
            onClick={() => add(field)}
          >
            {t('builder.oftenUsedField', { name: field.name, type: t(`builder.type_${field.type}`) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Indexes of the missing suggestions as a string, so other renames don't cause a render. */
function placesOf(often: readonly FormField[], section: FormSection | undefined): string {
  const has = new Set(section?.fields.map(({ name }) => name.toLowerCase()))
  return often.flatMap(({ name }, place) => (has.has(name.toLowerCase()) ? [] : [place])).join(' ')
}
