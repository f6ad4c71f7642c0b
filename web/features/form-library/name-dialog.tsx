import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { createForm, readForm } from '#contract/templates/custom-forms.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { storedText, t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { nameOf } from './labels.ts'
import type { Form } from './queries.ts'

interface Props {
  /** The template to copy, or null for an empty one. */
  from: Form | null
  onClose: () => void
  onMade: (id: string) => void
}

/** Names and creates a template. */
export function NameDialog({ from, onClose, onMade }: Props) {
  const [name, setName] = useState(from ? storedText('library.copyName', { name: nameOf(from) }) : '')
  const [missing, setMissing] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // A retry with the same name keeps its idempotency key; another name gets a new one.
  const [key, setKey] = useState(newKey)
  const field = useRef<HTMLInputElement>(null)

  async function make(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    setBusy(true)
    setError(null)
    const made = await makeForm(from, name, key)
    setBusy(false)
    if ('id' in made) onMade(made.id)
    else setError(made.problem)
  }

  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={from ? t('library.copyTitle', { name: nameOf(from) }) : t('library.new')}
    >
      <form onSubmit={make} noValidate>
        <Stack gap="md">
          <TextInput
            ref={field}
            label={t('library.name')}
            maxLength={limits.formLineMax}
            value={name}
            error={missing && t('templates.faultNameMissing')}
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value)
              setMissing(false)
              setKey(newKey())
            }}
          />
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('library.make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

async function makeForm(
  from: Form | null,
  name: string,
  key: string,
): Promise<{ readonly id: string } | { readonly problem: string }> {
  const document = from && (await call(readForm, { params: { id: from.id } }))
  if (document && !document.ok) return { problem: document.message }
  const form = document ? { ...document.reply.data.attributes.form, name } : undefined
  const made = await call(createForm, { body: { name, ...(form && { form }) } }, { key })
  return made.ok ? { id: made.reply.data.id } : { problem: made.message }
}
