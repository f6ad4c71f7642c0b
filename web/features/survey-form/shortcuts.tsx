import { ActionIcon, Button, Checkbox, Group, Kbd } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#web/lib/language/translate.ts'
import { changeSetting, useSettings } from '#web/lib/settings/store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { keysOf, type Shortcut, shortcutOf, shortcuts } from './shortcut-keys.ts'
import classes from './shortcuts.module.css'

interface Props {
  /** undefined if unavailable; unavailable editing shortcuts are not listed. */
  readonly actions: Readonly<Record<Exclude<Shortcut, 'list'>, (() => void) | undefined>>
}

const meaning: Readonly<Record<Shortcut, MessageKey>> = {
  save: 'common.save',
  next: 'form.shortcutNext',
  previous: 'form.shortcutPrevious',
  search: 'search.anywhere',
  missing: 'form.shortcutMissing',
  history: 'form.shortcutHistory',
  list: 'form.shortcuts',
}

/** Handles the form's keyboard shortcuts and lists them in a dialog. */
export function Shortcuts({ actions }: Props) {
  const [opened, { open, close }] = useDisclosure(false)
  const apple = isApple()
  const { character_keys: keys } = useSettings()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const shortcut = shortcutOf(event, apple, isTyping(event.target))
    if (!shortcut || (shortcut === 'list' && !keys)) return
    // Also suppress the browser's own action while the shortcut is unavailable.
    event.preventDefault()
    if (event.repeat || document.querySelector('[role="dialog"]')) return
    // Otherwise a search box would handle Enter too.
    event.stopPropagation()
    if (shortcut === 'list') return open()
    if (shortcut !== 'search') commitFocusedInput()
    actions[shortcut]?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
  const shown = shortcuts.filter((one) => {
    if (one === 'list') return keys
    return one === 'save' || one === 'missing' || one === 'history' ? actions[one] : true
  })
  return (
    <>
      <ActionIcon
        className={classes.open ?? ''}
        color="gray"
        aria-label={t('form.shortcuts')}
        title={t('form.shortcuts')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconKeyboard size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Dialog opened={opened} onClose={close} title={t('form.shortcuts')}>
        <dl className={classes.list}>
          {shown.map((shortcut) => (
            <div key={shortcut}>
              <dt>{t(meaning[shortcut])}</dt>
              <dd>
                <Kbd>{keysOf(shortcut, apple)}</Kbd>
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          mb="md"
          label={t('form.characterKeys', { key: keysOf('list', apple) })}
          checked={keys}
          onChange={(event) => changeSetting('character_keys', event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            {t('common.close')}
          </Button>
        </Group>
      </Dialog>
    </>
  )
}

/** Commits the focused input's value by blurring it, then restores focus and caret. */
function commitFocusedInput(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field === document.body) return
  field.blur()
  field.focus({ preventScroll: true })
}

const textInputs =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(textInputs)
}

function isApple(): boolean {
  return /\b(Macintosh|iPhone|iPad)\b/.test(navigator.userAgent)
}
