import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { v7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { createSurvey } from '#contract/surveys.ts'
import { byField, call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkStart, type Start, type StartErrors } from './check-start.ts'
import { prepareForm } from './open-form.ts'
import { reloadSurveys } from './queries.ts'
import type { Template } from './template-dialog.tsx'

interface Props {
  template: Template
  onClose: () => void
}

/** Name and owner of the new survey. Its id is made here, so that trying again makes no second one. */
export function StartDialog({ template, onClose }: Props) {
  const navigate = useNavigate()
  const [id] = useState(() => v7())
  const [given, setGiven] = useState<Start>({ name: '', owner: '' })
  const [errors, setErrors] = useState<StartErrors>({})
  const [busy, setBusy] = useState(false)
  const fields = { name: useRef<HTMLInputElement>(null), owner: useRef<HTMLInputElement>(null) }

  function refuse(wrong: StartErrors) {
    setErrors(wrong)
    fields[wrong.owner && !wrong.name ? 'owner' : 'name'].current?.focus()
  }
  async function start(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = checkStart(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const result = await call(createSurvey, {
      body: {
        id,
        survey_template_id: template.id,
        survey_name: given.name,
        owner_name: given.owner,
        status: 'Started',
      },
    })
    if (!result.ok) {
      setBusy(false)
      const { survey_name: name, owner_name: owner } = byField(result)
      return refuse(
        name || owner ? { ...(name && { name }), ...(owner && { owner }) } : { form: result.message },
      )
    }
    void reloadSurveys()
    const path = await prepareForm(result.reply.data.attributes)
    setBusy(false)
    if (!path) return refuse({ form: say('surveys.invalidTemplateOrSection') })
    onClose()
    navigate(path)
  }
  function input(field: keyof Start) {
    return {
      name: field,
      value: given[field],
      maxLength: limits.surveyNameMax,
      ref: fields[field],
      error: errors[field] ?? Boolean(errors.form),
      autoComplete: 'off',
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value } = event.currentTarget
        setGiven((before) => ({ ...before, [field]: value }))
        setErrors({})
      },
    }
  }
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={say('history.startTitle')}>
      <form onSubmit={start} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{template.name}</Text>
          {errors.form && (
            <Alert color="red" role="alert">
              {errors.form}
            </Alert>
          )}
          <TextInput label={say('history.surveyName')} data-autofocus {...input('name')} />
          <TextInput label={say('history.owner')} {...input('owner')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {say('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {say('common.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
