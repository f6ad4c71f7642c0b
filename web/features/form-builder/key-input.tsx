import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type Place, sectionAt } from '#survey/builder/form-place.ts'
import { keysOf } from '#survey/builder/keys.ts'
import { renameKey } from '#survey/builder/rename-key.ts'
import { isKey } from '#survey/logic/lexer.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder } from './builder.ts'

/**
 * Commits a key only when it is valid and unique. While it is typed it may match another field's key, and
 * references to that field must not follow.
 */
export function KeyInput({ at, value }: { at: Place; value: string }) {
  const builder = useBuilder()
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed by a rename or undo.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const problem = problemOf(text)
  const commit = () => {
    if (text !== value && problem === null) builder.change(renameKey(builder.form, at, text))
  }
  function problemOf(key: string): string | null {
    if (key === '') return t('templates.faultKeyMissing')
    if (!isKey(key)) return t('templates.faultKeyBad', { piece: key })
    return key !== value && keysOf(builder.form).has(key)
      ? t('templates.faultKeyTwice', { piece: key })
      : null
  }
  const settled = builder.isPublished(
    sectionAt(builder.form, at)?.key ?? '',
    at.field === null ? null : value,
  )
  return (
    <TextInput
      label={t('builder.key')}
      description={t(settled ? 'builder.keyPublished' : 'builder.keyHint')}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      spellCheck={false}
      autoCapitalize="off"
      maxLength={limits.formKeyMax}
      value={text}
      error={problem}
      data-not-taken={text !== value || undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
