import { Button } from '@mantine/core'
import { IconAlertCircle, IconCopyPlus, IconPlus } from '@tabler/icons-react'
import { createContext, memo, type RefObject, use, useEffect, useRef, useState } from 'react'
import { addSection } from '#survey/builder/edit-sections.ts'
import type { FormSection, Place } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder, useBuilderValue, useIsReadOnly } from './builder.ts'
import { CopySectionDialog } from './copy-section-dialog.tsx'
import classes from './outline.module.css'
import type { Drag } from './places.ts'
import { useFault } from './use-faults.ts'
import panes from './workbench.module.css'

type Go = (at: Place) => void

interface Props {
  readonly onSection: Go
  readonly onForm: Go
}

/** Sections, and the fields of the current section only, which keeps large templates fast. */
export function Outline({ onSection, onForm }: Props) {
  const at = useBuilderValue(({ history }) => history.now.at)
  const name = useBuilderValue(({ history }) => history.now.form.name)
  const sections = useBuilderValue(({ history }) => history.now.form.sections)
  const drag = useDrag()
  return (
    <nav className={`${panes.pane} ${panes.side}`} aria-label={t('builder.outline')}>
      <button
        type="button"
        className={classes.row}
        aria-current={at.section < 0 ? 'true' : undefined}
        onClick={() => onForm({ section: -1, field: null })}
      >
        <span className={classes.name}>{name || t('builder.unnamed')}</span>
        <FaultMark section={null} field={null} property="name" />
      </button>
      <DragContext value={drag}>
        <ol className={classes.sections}>
          {sections.map((section, index) => (
            <SectionRow
              key={rowKey(index)}
              section={section}
              index={index}
              current={at.section === index}
              field={at.section === index ? at.field : null}
              onGo={onSection}
            />
          ))}
        </ol>
      </DragContext>
      <MoreSections />
    </nav>
  )
}

const MoreSections = memo(function MoreSections() {
  const builder = useBuilder()
  const looksOn = useIsReadOnly()
  const [takingOver, setTakingOver] = useState(false)
  if (looksOn) return null
  const add = () => {
    const { form, at } = builder
    const name = t('builder.newSection', { number: form.sections.length + 1 })
    const after = at.section < 0 ? form.sections.length - 1 : Math.min(at.section, form.sections.length - 1)
    builder.edit(addSection(form, after, name), { focus: true })
  }
  return (
    <>
      <Button
        variant="light"
        fullWidth
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={add}
        mt="sm"
      >
        {t('builder.addSection')}
      </Button>
      <Button
        variant="subtle"
        fullWidth
        leftSection={<IconCopyPlus size={18} aria-hidden />}
        onClick={() => setTakingOver(true)}
        mt="xs"
      >
        {t('builder.takeOver')}
      </Button>
      {takingOver && <CopySectionDialog onClose={() => setTakingOver(false)} />}
    </>
  )
})

const DragContext = createContext<Drag | null>(null)

/** The drag manager, or null while it loads. */
function useDrag(): Drag | null {
  const builder = useBuilder()
  const [drag, setDrag] = useState<Drag | null>(null)
  useEffect(() => {
    let close: (() => void) | null = null
    let canceled = false
    void import('./outline-drag.ts').then(({ outlineDrag }) => {
      if (canceled) return
      const made = outlineDrag(builder)
      close = made.close
      setDrag(made)
    }, nothingToMoveBy)
    return () => {
      canceled = true
      close?.()
    }
  }, [builder])
  return drag
}

function nothingToMoveBy(): void {
  // Keeps a row registered for dragging; moves by keyboard or menu change its place.
}

function useMovable(section: number, field: number | null): RefObject<HTMLButtonElement | null> {
  const drag = use(DragContext)
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (drag && row.current) return drag.register(row.current, { section, field })
    return undefined
  }, [drag, section, field])
  return row
}

interface RowProps {
  readonly section: FormSection
  readonly index: number
  readonly current: boolean
  readonly field: number | null
  readonly onGo: Go
}

const SectionRow = memo(function SectionRow({ section, index, current, field, onGo }: RowProps) {
  const builder = useBuilder()
  const row = useMovable(index, null)
  const count = section.fields.length
  return (
    <li>
      <button
        ref={row}
        type="button"
        className={classes.row}
        data-movable
        aria-current={current && field === null ? 'true' : undefined}
        data-open={current}
        onClick={() => onGo({ section: index, field: null })}
        onKeyDown={({ altKey }) => altKey && builder.look({ section: index, field: null })}
      >
        <span className={classes.name}>
          {section.name || t('builder.unnamed')}
          <span className={classes.count}>
            {t('builder.fieldCount', { count })}
            {section.showIf !== undefined && ` · ${t('builder.shownSometimes')}`}
          </span>
        </span>
        <FaultMark section={index} field={null} property="" />
      </button>
      {current && count > 0 && (
        <ol className={classes.fields}>
          {section.fields.map((one, place) => (
            <FieldRow
              key={rowKey(place)}
              name={one.name}
              section={index}
              place={place}
              current={field === place}
              onGo={onGo}
            />
          ))}
        </ol>
      )}
    </li>
  )
})

interface FieldRowProps {
  readonly name: string
  readonly section: number
  readonly place: number
  readonly current: boolean
  readonly onGo: Go
}

const FieldRow = memo(function FieldRow({ name, section, place, current, onGo }: FieldRowProps) {
  const builder = useBuilder()
  const row = useMovable(section, place)
  const at = { section, field: place }
  return (
    <li className={classes.far}>
      <button
        ref={row}
        type="button"
        className={classes.row}
        data-movable
        aria-current={current ? 'true' : undefined}
        onClick={() => onGo(at)}
        onKeyDown={({ altKey }) => altKey && builder.look(at)}
      >
        <span className={classes.name}>{name || t('builder.unnamed')}</span>
        <FaultMark section={section} field={place} property="" />
      </button>
    </li>
  )
})

function FaultMark({
  section,
  field,
  property,
}: {
  section: number | null
  field: number | null
  property: string
}) {
  if (useFault(section, field, property) === null) return null
  return (
    <IconAlertCircle size={18} className={classes.fault} role="img" aria-label={t('builder.faultMark')} />
  )
}

/** By position: keys may be missing or duplicated while a template is built. */
function rowKey(place: number): string {
  return `row-${place}`
}
