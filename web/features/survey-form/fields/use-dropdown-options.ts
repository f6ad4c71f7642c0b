import { useCallback, useSyncExternalStore } from 'react'
import { dropdownOptions } from '#survey/options.ts'
import type { DropdownOf } from '#survey/template.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { useDraft } from '../draft-context.ts'

/** Nobody chooses a building while its name is being typed: the lists need not follow every letter. */
const settleTime = 200

interface Options {
  readonly values: Map<DropdownOf, readonly string[]>
  readonly listeners: Set<() => void>
}

const known = new WeakMap<Draft, Options>()

/** The survey's buildings or floors, worked out once for all dropdowns and only when typing rests. */
export function useDropdownOptions(of: DropdownOf): readonly string[] {
  const draft = useDraft()
  const subscribe = useCallback((listener: () => void) => listen(draft, listener), [draft])
  return useSyncExternalStore(subscribe, () => optionsOf(draft, of))
}

function optionsOf(draft: Draft, of: DropdownOf): readonly string[] {
  const { values } = storeOf(draft)
  const found = values.get(of) ?? dropdownOptions(draft.survey, of)
  values.set(of, found)
  return found
}

function listen(draft: Draft, listener: () => void): () => void {
  const { listeners } = storeOf(draft)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function storeOf(draft: Draft): Options {
  const found = known.get(draft)
  if (found) return found
  const made: Options = { values: new Map(), listeners: new Set() }
  known.set(draft, made)
  let timer: ReturnType<typeof setTimeout> | undefined
  draft.subscribe(() => {
    clearTimeout(timer)
    timer = setTimeout(() => refresh(draft, made), settleTime)
  })
  return made
}

function refresh(draft: Draft, { values, listeners }: Options): void {
  for (const [of, before] of values) {
    const now = dropdownOptions(draft.survey, of)
    const same = now.length === before.length && now.every((name, index) => name === before[index])
    if (!same) values.set(of, now)
  }
  for (const listener of listeners) listener()
}
