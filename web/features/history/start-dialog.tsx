import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { currentSession, ownCompany } from '#web/lib/session/session.ts'
import { prefill } from '#web/offline/draft/prefill.ts'
import { ensureTemplate } from '#web/offline/incoming/ensure-template.ts'
import { recordCreation } from '#web/offline/record/record-survey.ts'
import { logError } from '#web/offline/store/journal.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { checkStart, type Start, type StartErrors } from './check-start.ts'
import { SurveyNames } from './survey-names.tsx'
import type { Template } from './template-dialog.tsx'

interface Props {
  template: Template
  onClose: () => void
}

/**
 * Asks for name and owner, creates the survey on this device, and opens its form. Works offline. The id is created
 * once, so a retry does not create a second survey.
 */
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
    const form = await make().catch(reportStorageFailure)
    setBusy(false)
    if (typeof form === 'string') return refuse({ form: t('common.somethingWrong') })
    if (!form.path) return refuse({ form: form.message })
    onClose()
    navigate(form.path)
  }
  async function make() {
    const { userId = '', name: createdBy = '' } = currentSession() ?? {}
    const failed = await ensureTemplate(userId, template.id)
    if (failed) return { message: failed.status === 0 ? t('history.templateNotHere') : failed.message }
    const section = await recordCreation(userId, { id, template: template.id, createdBy, ...given })
    if (!section) return { message: t('surveys.invalidTemplateOrSection') }
    // The survey exists; if this fails, these answers are only empty.
    const facts = { surveyName: given.name, surveyor: createdBy, company: ownCompany() }
    await prefill(userId, id, facts).catch(logError('prefill answers'))
    return { path: `/survey/${template.id}/${id}/${section}`, message: '' }
  }
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={t('history.startTitle')}>
      <form onSubmit={start} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{template.name}</Text>
          <FormError text={errors.form} />
          <SurveyNames
            given={given}
            errors={errors}
            fields={fields}
            onChange={(names) => {
              setGiven(names)
              setErrors({})
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
