import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'

interface Props {
  readonly label: string
  readonly value: string
  /** Whether something else has this name. */
  readonly isUsed: (name: string) => boolean
  /** Returns the error for a name that something else has. */
  readonly usedError: (name: string) => string
  readonly onRename: (name: string) => void
}

/** Commits a name on blur or Enter, because fields refer to it. Ignores an empty name and one in use. */
export function UniqueNameInput({ label, value, isUsed, usedError, onRename }: Props) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed by undo or by another page.
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const name = text.trim()
  const isTwice = name !== value && isUsed(name)
  const commit = () => {
    if (name === '') setText(value)
    else if (name !== value && !isTwice) onRename(name)
  }
  return (
    <TextInput
      label={label}
      value={text}
      maxLength={limits.formLineMax}
      data-not-taken={name !== value || undefined}
      error={isTwice && usedError(name)}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
