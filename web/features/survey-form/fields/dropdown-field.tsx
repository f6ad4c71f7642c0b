import { useCallback, useSyncExternalStore } from 'react'
import { buildingAbove, dropdownOptions } from '#survey/options.ts'
import type { Answer } from '#survey/survey.ts'
import type { DropdownOf } from '#survey/template.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { useDraft } from '../draft-context.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { NativeSelect } from './native-select.tsx'

/** Milliseconds without typing before the lists are recomputed. */
const typingPause = 200

const known = new WeakMap<Draft, Options>()

const texts = {
  Building: { placeholder: 'form.selectBuilding', none: 'form.noBuildings' },
  Floor: { placeholder: 'form.selectFloor', none: 'form.noFloors' },
} as const

/** The buildings or floors of this survey, including unsent ones. */
export function DropdownField(props: FieldViewProps) {
  const of = props.answer.field.dropdownOf ?? 'Building'
  const { building, options } = useDropdownOptions(props.answer, props.subSectionId)
  const none = building === '' ? t(texts[of].none) : t('form.noFloorsIn', { building })
  return (
    <>
      <NativeSelect {...props} options={options} placeholder={t(texts[of].placeholder)} />
      {options.length === 0 && <p className={classes.hint}>{none}</p>}
    </>
  )
}

interface Asked {
  readonly of: DropdownOf
  readonly building: string
  readonly values: readonly string[]
}

interface Options {
  /** By the key `${of} ${building}`. */
  readonly asked: Map<string, Asked>
  readonly listeners: Set<() => void>
}

interface DropdownOptions {
  /** The building whose floors these are; '' = all buildings. */
  readonly building: string
  readonly options: readonly string[]
}

/** The survey's buildings, or a building's floors. Computed once for all dropdowns, after typing pauses. */
function useDropdownOptions({ id, field }: Answer, subSectionId: string): DropdownOptions {
  const draft = useDraft()
  const of = field.dropdownOf ?? 'Building'
  const toPart = useCallback(
    (listener: () => void) => draft.subscribeOne(subSectionId, listener),
    [draft, subSectionId],
  )
  const building = useSyncExternalStore(toPart, () => {
    const part = of === 'Floor' ? draft.part(subSectionId) : undefined
    return part ? buildingAbove(part, id) : ''
  })
  const subscribe = useCallback((listener: () => void) => listen(draft, listener), [draft])
  return { building, options: useSyncExternalStore(subscribe, () => optionsOf(draft, of, building)) }
}

function optionsOf(draft: Draft, of: DropdownOf, building: string): readonly string[] {
  const { asked } = storeOf(draft)
  const key = `${of} ${building}`
  const found = asked.get(key)
  if (found) return found.values
  const values = dropdownOptions(draft.survey, of, building)
  asked.set(key, { of, building, values })
  return values
}

function listen(draft: Draft, listener: () => void): () => void {
  const { listeners } = storeOf(draft)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function storeOf(draft: Draft): Options {
  const found = known.get(draft)
  if (found) return found
  const made: Options = { asked: new Map(), listeners: new Set() }
  known.set(draft, made)
  let timer: ReturnType<typeof setTimeout> | undefined
  draft.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(() => refresh(draft, made), typingPause)
  })
  return made
}

function refresh(draft: Draft, { asked, listeners }: Options): void {
  for (const [key, before] of asked) {
    const { of, building, values } = before
    const now = dropdownOptions(draft.survey, of, building)
    const same = now.length === values.length && now.every((name, index) => name === values[index])
    if (!same) asked.set(key, { of, building, values: now })
  }
  for (const listener of listeners) listener()
}
