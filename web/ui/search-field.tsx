import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useDebouncedText } from '#web/lib/page/use-debounced-text.ts'

interface Props extends Pick<TextInputProps, 'label' | 'placeholder' | 'className' | 'w' | 'maw'> {
  /** The current search text. */
  value: string
  /** Called when typing pauses, and at once on Enter or when cleared. */
  onSearch: (text: string) => void
}

/** A search field that waits for a pause in typing. */
export function SearchField({ value, onSearch, ...shown }: Props) {
  const [text, setText, settleNow] = useDebouncedText(value, limits.searchDebounce, onSearch)
  return (
    <TextInput
      {...shown}
      type="search"
      maxLength={limits.searchMax}
      value={text}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSectionWidth={44}
      rightSection={
        text && <CloseButton aria-label={t('common.clearSearch')} onClick={() => settleNow('')} />
      }
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && settleNow(text)}
    />
  )
}
