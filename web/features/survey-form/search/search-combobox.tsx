import { VisuallyHidden } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './search-combobox.module.css'
import { type Found, type FoundOption, useSearchCombobox } from './use-search-combobox.ts'

export interface SearchComboboxProps {
  /** Accessible name, also shown as the placeholder. */
  readonly label: string
  readonly find: (query: string) => Found
  /** Returns 'gone' if the option no longer exists. */
  readonly onChoose: (option: FoundOption) => 'gone' | undefined
  /** Milliseconds between the last keystroke and the search. */
  readonly delay?: number
  /** Also lists options for an empty query. */
  readonly showsAll?: boolean
  /** Keeps the query after a choice, so the next hit is one press away. */
  readonly keepsText?: boolean
  readonly autoFocus?: boolean
  /** Opens a numeric keypad on phones. */
  readonly digits?: boolean
  /** Position of the list: aligned with the start or end of the box, or in the flow below it. */
  readonly side?: 'start' | 'end' | 'below'
}

/** A search box with a list of results, following the ARIA combobox pattern: focus stays in the box. */
export function SearchCombobox(props: SearchComboboxProps) {
  const { label, autoFocus = false, digits = false, side = 'end' } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useSearchCombobox(props)
  const [focused, setFocused] = useState(false)
  const { opened, found, active } = box
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for focus leaving it
    <div
      className={classes.box}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) box.close()
      }}
    >
      <div className={classes.frame}>
        <IconSearch size={18} aria-hidden className={classes.icon ?? ''} />
        <input
          dir="auto"
          ref={input}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={opened}
          aria-controls={`${id}-list`}
          aria-activedescendant={opened && active >= 0 ? optionId(active) : undefined}
          placeholder={label}
          title={label}
          inputMode={digits ? 'numeric' : undefined}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the user just opened the search
          autoFocus={autoFocus}
          // A dialog focuses this element on opening, but must not take focus from an input in use.
          data-autofocus={autoFocus || focused || undefined}
          value={box.text}
          onChange={({ currentTarget }) => box.type(currentTarget.value)}
          onFocus={() => {
            setFocused(true)
            box.open()
          }}
          onBlur={() => setFocused(false)}
          onClick={box.open}
          onKeyDown={box.onKey}
        />
        {box.text !== '' && (
          <button
            type="button"
            className={classes.clear}
            aria-label={t('search.clear')}
            title={t('search.clear')}
            onClick={() => {
              box.clear()
              input.current?.focus()
            }}
          >
            <IconX size={18} aria-hidden />
          </button>
        )}
      </div>
      {opened && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press in the list must not blur the box
        <div className={classes.popup} data-side={side} onMouseDown={(event) => event.preventDefault()}>
          {found.options.length > 0 ? (
            <div role="listbox" id={`${id}-list`} aria-label={label} className={classes.list}>
              {found.options.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the focused box handles the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the focused box handles the keys
                <div
                  key={option.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  className={classes.option}
                  onClick={() => box.choose(option)}
                >
                  <span>{option.name}</span>
                  {option.note && <span className={classes.note}>{option.note}</span>}
                </div>
              ))}
            </div>
          ) : (
            <p className={classes.line}>{t('surveys.nothingFound')}</p>
          )}
          {found.more > 0 && <p className={classes.line}>{t('search.moreFound', { count: found.more })}</p>}
        </div>
      )}
      {box.gone && (
        <div className={classes.popup} data-side={side}>
          <p className={classes.line} role="alert">
            {t('search.gone')}
          </p>
        </div>
      )}
      <VisuallyHidden aria-live="polite">{opened ? countText(found) : ''}</VisuallyHidden>
    </div>
  )
}

function countText({ options, more }: Found): string {
  const count = options.length + more
  return count === 0 ? t('surveys.nothingFound') : t('search.foundCount', { count })
}
