import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { SearchComboboxProps } from './search-combobox.tsx'

export interface FoundOption {
  readonly id: string
  readonly name: string
  /** What else tells it apart, such as the answer that was found. */
  readonly note?: string
}

export interface Found {
  readonly options: readonly FoundOption[]
  /** How many there are beyond those. */
  readonly more: number
}

const nothing: Found = { options: [], more: 0 }

/** What a search box knows: its text, the search that follows it, and which option the arrows stand on. */
export function useSearchCombobox({
  find,
  onChoose,
  delay = 0,
  showsAll = false,
  keepsText = false,
}: SearchComboboxProps) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState(false)
  const [active, setActive] = useState(-1)
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), text.trim() === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [text, delay])
  const searches = query.trim() !== '' || showsAll
  const opened = asked && searches
  const found = useMemo(() => (opened ? find(query) : nothing), [opened, query, find])
  const { options } = found

  function choose(option: FoundOption): void {
    setAsked(false)
    setActive(-1)
    if (!keepsText) type('', false)
    setGone(onChoose(option) === 'gone')
  }

  function type(next: string, ask = true): void {
    setText(next)
    setActive(-1)
    setAsked(ask)
    setGone(false)
    // An emptied box has nothing to wait for.
    if (next.trim() === '') setQuery('')
  }

  /** The option that the arrows stand on, else the first one of what stands in the box at this moment. */
  function enter(): void {
    const now = text === query ? found : text.trim() === '' ? nothing : find(text)
    const option = opened && active >= 0 ? options[active] : now.options[0]
    if (option && (opened || text.trim() !== '')) choose(option)
    else {
      setQuery(text)
      setAsked(true)
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        setAsked(true)
        if (opened) setActive(stepped(active, event.key === 'ArrowDown' ? 1 : -1, options.length))
        return
      case 'Enter':
        event.preventDefault()
        enter()
        return
      case 'Escape':
        if (!opened && text === '') return
        // It closes the list, then empties the box, and only then whatever lies around them.
        event.preventDefault()
        event.stopPropagation()
        if (opened) setAsked(false)
        else type('', false)
        setActive(-1)
    }
  }

  return {
    text,
    opened,
    found,
    active,
    gone: gone && !opened,
    type,
    choose,
    onKey,
    open: () => setAsked(true),
    close: () => {
      setAsked(false)
      setGone(false)
      setActive(-1)
    },
    clear: () => type(''),
  }
}

/** Round and round; from the box itself (-1) to the first or the last. */
export function stepped(active: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active < 0) return by === 1 ? 0 : count - 1
  return (active + by + count) % count
}
