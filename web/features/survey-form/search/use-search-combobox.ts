import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { SearchComboboxProps } from './search-combobox.tsx'

export interface FoundOption {
  readonly id: string
  readonly name: string
  /** Distinguishes equal names, for example by the matching answer. */
  readonly note?: string
}

export interface Found {
  readonly options: readonly FoundOption[]
  /** Number of further results. */
  readonly more: number
}

const nothing: Found = { options: [], more: 0 }

/** State of a search box: text, debounced results, and the active option. */
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
    // An empty query needs no debounce.
    if (next.trim() === '') setQuery('')
  }

  /** Chooses the active option, or the first result for the current text. */
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
        if (opened) setActive(nextIndex(active, event.key === 'ArrowDown' ? 1 : -1, options.length))
        return
      case 'Enter':
        event.preventDefault()
        enter()
        return
      case 'Escape':
        if (!opened && text === '') return
        // Escape closes the list first, then clears the box, and only then reaches the surrounding dialog.
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

/** Moves the active index with wraparound; from -1 (the box) to the first or last option. */
export function nextIndex(active: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (active < 0) return by === 1 ? 0 : count - 1
  return (active + by + count) % count
}
